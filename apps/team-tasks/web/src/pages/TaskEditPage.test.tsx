import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMember, aTask } from '../test/builders';
import { openApp } from '../test/open-app';

const members = [aMember(), aMember({ id: 'mem_2', name: 'Ravi Shah' })];
const open = (fields = {}) =>
  openApp('/tasks/7/edit', {
    members,
    tasks: [aTask({ id: 7, title: 'Plan the move', estimate: 3, ...fields })],
  });

describe('the edit page', () => {
  it('fills in what is stored', async () => {
    open({ done: true, repeat: 'weekly', notes: 'Ask Bo.', assigneeId: 'mem_2' });
    expect(await screen.findByLabelText('Title')).toHaveValue('Plan the move');
    expect(screen.getByLabelText('Status')).toHaveDisplayValue('Done');
    expect(screen.getByLabelText(/Estimate/)).toHaveValue(3);
    expect(screen.getByLabelText('Repeats')).toHaveDisplayValue('Weekly');
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Ask Bo.');
    await waitFor(() => expect(screen.getByLabelText('Assignee')).toHaveDisplayValue('Ravi Shah'));
  });

  it('saves the changed fields and shows the task', async () => {
    const { user, api } = open();
    await user.type(await screen.findByLabelText('Title'), ' to Bergen');
    await user.clear(screen.getByLabelText(/Estimate/));
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Ask Bo.');
    await screen.findByRole('option', { name: 'Ravi Shah' });
    await user.selectOptions(screen.getByLabelText('Assignee'), 'Ravi Shah');
    await user.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Plan the move to Bergen' })).toBeVisible();
    expect(window.location.pathname).toBe('/tasks/7');
    expect(api.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      title: 'Plan the move to Bergen',
      estimate: null,
      assigneeId: 'mem_2',
      notes: 'Ask Bo.',
    });
  });

  it('asks for a title', async () => {
    const { user, api } = open();
    await user.clear(await screen.findByLabelText('Title'));
    await user.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement);
    expect(screen.getByRole('alert')).toHaveTextContent('A task needs a title.');
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(api.calls.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('stays open with a message when saving is refused', async () => {
    const { user, api } = open();
    api.fail('PATCH /tasks/7', 400, 'Not like this.');
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not like this.');
    expect(screen.getByLabelText('Title')).toHaveValue('Plan the move!');
  });

  it('does not take a number that cannot be read for none', async () => {
    const { user, api } = open();
    const estimate = await screen.findByLabelText(/Estimate/);
    await user.clear(estimate);
    // What a browser does with "3e", and jsdom does not.
    Object.defineProperty(estimate, 'validity', { value: { badInput: true } });
    await user.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
    expect(screen.getByRole('alert')).toHaveTextContent('“Estimate (hours)”');
    expect(estimate).toHaveFocus();
    expect(api.calls.some(({ method }) => method === 'PATCH')).toBe(false);
  });
});
