import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aTask } from '../test/builders';
import { openApp } from '../test/open-app';

const tasks = [aTask({ id: 7, title: 'Plan the move', description: 'Boxes first.' })];

describe('the task page', () => {
  it('shows the task', async () => {
    openApp('/tasks/7', { tasks });
    expect(await screen.findByRole('heading', { name: 'Plan the move' })).toBeVisible();
    expect(screen.getByText('Boxes first.')).toBeVisible();
    expect(screen.getByText('Medium')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit all fields' })).toHaveAttribute('href', '/tasks/7/edit');
  });

  it('completes the task', async () => {
    const { user, api } = openApp('/tasks/7', { tasks });
    const completed = await screen.findByRole('checkbox', { name: 'Completed' });
    await user.click(completed);
    expect(completed).toBeChecked();
    await waitFor(() => expect(api.state.tasks[0]?.done).toBe(true));
  });

  it('copies a link to the task', async () => {
    const { user } = openApp('/tasks/7', { tasks });
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('Link copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/tasks/7`);
  });

  it('deletes the task and goes back to the list', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { user, api } = openApp('/tasks/7', { tasks });
    await user.click(await screen.findByRole('button', { name: 'Delete task' }));
    expect(await screen.findByText('No tasks yet.')).toBeVisible();
    expect(window.location.pathname).toBe('/tasks');
    expect(api.state.tasks).toEqual([]);
  });

  it.each(['/tasks/99', '/tasks/nonsense'])('says that there is no task at %s', async (path) => {
    openApp(path, { tasks });
    expect(await screen.findByRole('heading', { name: 'Task not found' })).toBeVisible();
  });
});
