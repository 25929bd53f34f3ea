import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMember } from '../../test/builders';
import { openApp } from '../../test/open-app';

describe('the shell', () => {
  it('shows the workspace, its size and the current user', async () => {
    openApp('/', { members: [aMember(), aMember({ id: 'mem_2' })] });
    expect(await screen.findByText('Studio')).toBeVisible();
    expect(screen.getByText('2 members')).toBeVisible();
    expect(screen.getByText('Ines Falk')).toBeVisible();
  });

  it('marks the current screen in the navigation', async () => {
    const { user } = openApp('/tasks/1/edit');
    const tasks = await screen.findByRole('link', { name: 'Tasks' });
    expect(tasks).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
    expect(tasks).not.toHaveAttribute('aria-current');
  });

  it('has a page for unknown addresses', async () => {
    openApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});
