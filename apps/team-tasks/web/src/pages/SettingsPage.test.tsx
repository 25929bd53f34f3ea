import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMember, anInvite } from '../test/builders';
import { openApp } from '../test/open-app';

const members = [aMember(), aMember({ id: 'mem_2', name: 'Ravi Shah', email: 'ravi@studio.example', role: 'Member' })];

describe('settings', () => {
  it('lists the members', async () => {
    openApp('/settings', { members });
    const list = within(await screen.findByRole('list', { name: 'Members' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(list.getByText('ravi@studio.example')).toBeVisible();
    expect(list.queryByRole('button', { name: 'Remove Ines Falk' })).not.toBeInTheDocument();
  });

  it('removes a member after a question', async () => {
    const { user, api } = openApp('/settings', { members });
    await user.click(await screen.findByRole('button', { name: 'Remove Ravi Shah' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.state.members).toHaveLength(2);

    await user.click(screen.getByRole('button', { name: 'Remove Ravi Shah' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove member' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('1 member')).toBeVisible();
    expect(screen.queryByText('Ravi Shah')).not.toBeInTheDocument();
  });

  it('sends an invite and lists it as pending', async () => {
    const { user } = openApp('/settings', { members });
    expect(await screen.findByText('No pending invites.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Invite member' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Invite member' }));
    await user.type(dialog.getByLabelText('Email address'), 'nobody');
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('That is no email address.');

    await user.type(dialog.getByLabelText('Email address'), '@studio.example');
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    const pending = within(await screen.findByRole('list', { name: 'Pending invites' }));
    expect(pending.getByText('nobody@studio.example')).toBeVisible();
  });

  it('shows who sent an invite and when', async () => {
    openApp('/settings', { members, invites: [anInvite()] });
    expect(await screen.findByText(/Invited by Ines Falk/)).toHaveTextContent('Mar 10, 2026');
  });
});
