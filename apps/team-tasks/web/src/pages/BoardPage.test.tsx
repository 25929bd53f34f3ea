import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTask } from '../test/builders';
import { openApp } from '../test/open-app';

const tasks = [aTask({ id: 1, title: 'Order new chairs' }), aTask({ id: 2, title: 'Clean the windows', done: true })];

const column = (name: RegExp) => within(screen.getByRole('region', { name }));

describe('the board', () => {
  it('puts each card in its column', async () => {
    openApp('/board', { tasks });
    await screen.findByRole('link', { name: 'Order new chairs' });
    expect(column(/^To do/).getByRole('link', { name: 'Order new chairs' })).toBeVisible();
    expect(column(/^Done/).getByRole('link', { name: 'Clean the windows' })).toBeVisible();
  });

  it('moves a card by Mark done and Reopen', async () => {
    const { user, api } = openApp('/board', { tasks });
    await user.click(await screen.findByRole('button', { name: 'Mark done: Order new chairs' }));
    await waitFor(() => expect(api.state.tasks[0]?.done).toBe(true));
    expect(column(/^Done/).getByRole('link', { name: 'Order new chairs' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reopen: Order new chairs' }));
    await waitFor(() => expect(api.state.tasks[0]?.done).toBe(false));
    expect(column(/^To do/).getByRole('link', { name: 'Order new chairs' })).toBeVisible();
  });

  it('opens a task from its card', async () => {
    const { user } = openApp('/board', { tasks });
    await user.click(await screen.findByRole('link', { name: 'Clean the windows' }));
    expect(await screen.findByRole('heading', { name: 'Clean the windows', level: 1 })).toBeVisible();
    expect(window.location.pathname).toBe('/tasks/2');
  });
});
