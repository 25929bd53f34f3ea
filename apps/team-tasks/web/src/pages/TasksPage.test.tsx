import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aTask } from '../test/builders';
import { openApp } from '../test/open-app';

const tasks = [
  aTask({ id: 1, title: 'Order new chairs', description: 'Six of them.' }),
  aTask({ id: 2, title: 'Clean the windows', done: true, priority: 'low' }),
  aTask({ id: 3, title: 'Call the printer', starred: true }),
];

const row = async (title: string) => {
  const link = await screen.findByRole('link', { name: title });
  return within(link.closest('li') as HTMLElement);
};

const shownTitles = () =>
  within(screen.getByRole('list', { name: 'Tasks' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the task list', () => {
  it('shows every task with its state', async () => {
    openApp('/tasks', { tasks });
    const windows = await row('Clean the windows');
    expect(windows.getByRole('checkbox', { name: 'Clean the windows' })).toBeChecked();
    expect(windows.getByText('Low')).toBeVisible();
    expect((await row('Order new chairs')).getByRole('checkbox')).not.toBeChecked();
  });

  it('says so when there are no tasks', async () => {
    openApp('/', {});
    expect(await screen.findByText('No tasks yet.')).toBeVisible();
  });

  it('counts tasks on the filters and applies them', async () => {
    const { user } = openApp('/', { tasks });
    await user.click(await screen.findByRole('button', { name: 'Active (2)' }));
    expect(shownTitles()).toEqual(['Call the printer', 'Order new chairs']);
    await user.click(screen.getByRole('button', { name: 'Done (1)' }));
    expect(shownTitles()).toEqual(['Clean the windows']);
  });

  it('searches and sorts', async () => {
    const { user } = openApp('/', { tasks });
    await row('Order new chairs');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title');
    expect(shownTitles()).toEqual(['Call the printer', 'Clean the windows', 'Order new chairs']);
    await user.type(screen.getByRole('searchbox', { name: 'Search tasks' }), 'CL');
    expect(shownTitles()).toEqual(['Clean the windows']);
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(screen.getByText('No tasks match.')).toBeVisible();
  });

  it('adds a task and empties the field', async () => {
    const { user } = openApp('/', { tasks });
    await row('Order new chairs');
    const title = screen.getByRole('textbox', { name: 'New task title' });
    await user.type(title, '  Fix the door  {Enter}');
    expect(await screen.findByRole('link', { name: 'Fix the door' })).toBeVisible();
    await waitFor(() => expect(title).toHaveValue(''));
  });

  it('ignores a blank title', async () => {
    const { user, api } = openApp('/', { tasks });
    await row('Order new chairs');
    await user.type(screen.getByRole('textbox', { name: 'New task title' }), '   {Enter}');
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('keeps the title and says why when a task cannot be added', async () => {
    const { user, api } = openApp('/', { tasks });
    api.fail('POST /tasks', 400, 'That title is taken.');
    await row('Order new chairs');
    const title = screen.getByRole('textbox', { name: 'New task title' });
    await user.type(title, 'Fix the door{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('That title is taken.');
    expect(title).toHaveValue('Fix the door');
  });

  it('saves a tick', async () => {
    const { user, api } = openApp('/', { tasks });
    const checkbox = (await row('Order new chairs')).getByRole('checkbox');
    await user.click(checkbox);
    expect(checkbox).toBeChecked();
    await waitFor(() => expect(api.state.tasks[0]?.done).toBe(true));
  });

  it('stars and unstars', async () => {
    const { user, api } = openApp('/', { tasks });
    const star = (await row('Call the printer')).getByRole('button', { name: /^Star/ });
    expect(star).toHaveAttribute('aria-pressed', 'true');
    await user.click(star);
    expect(star).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(api.state.tasks[2]?.starred).toBe(false));
  });

  it('edits a task in a dialog', async () => {
    const { user, api } = openApp('/', { tasks });
    await user.click((await row('Order new chairs')).getByRole('button', { name: /^Edit/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit task' }));
    expect(dialog.getByLabelText('Description')).toHaveValue('Six of them.');
    await user.clear(dialog.getByLabelText('Title'));
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Title'), 'Order new desks');
    await user.selectOptions(dialog.getByLabelText('Priority'), 'High');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await row('Order new desks')).getByText('High')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(api.state.tasks[0]).toMatchObject({ title: 'Order new desks', priority: 'high' });
  });

  it('drops the changes when the dialog is cancelled', async () => {
    const { user, api } = openApp('/', { tasks });
    await user.click((await row('Order new chairs')).getByRole('button', { name: /^Edit/ }));
    await user.type(screen.getByLabelText('Title'), ' and desks');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(api.state.tasks[0]?.title).toBe('Order new chairs');
  });

  it('deletes a task once that is confirmed', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, api } = openApp('/', { tasks });
    const remove = (await row('Clean the windows')).getByRole('button', { name: /^Delete/ });
    await user.click(remove);
    expect(confirm).toHaveBeenCalledWith(expect.stringContaining('Clean the windows'));
    expect(api.state.tasks).toHaveLength(3);

    confirm.mockReturnValue(true);
    await user.click(remove);
    await waitFor(() => expect(screen.queryByText('Clean the windows')).not.toBeInTheDocument());
    expect(api.state.tasks.map(({ id }) => id)).toEqual([1, 3]);
  });
});
