import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router';
import { BoardPage } from '../pages/BoardPage';
import { NotFoundPage } from '../pages/NotFoundPage';
import { SettingsPage } from '../pages/SettingsPage';
import { TaskEditPage } from '../pages/TaskEditPage';
import { TaskPage } from '../pages/TaskPage';
import { TasksPage } from '../pages/TasksPage';
import { Shell } from './shell/Shell';

/** Every screen inside the shell. The sidebar's entries are in `shell/nav-items.ts`. */
const screens: { path: string; element: ReactElement }[] = [
  { path: '/', element: <TasksPage /> },
  { path: '/tasks', element: <TasksPage /> },
  { path: '/tasks/:id', element: <TaskPage /> },
  { path: '/tasks/:id/edit', element: <TaskEditPage /> },
  { path: '/board', element: <BoardPage /> },
  { path: '/settings', element: <SettingsPage /> },
  { path: '*', element: <NotFoundPage /> },
];

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {screens.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
      </Route>
    </Routes>
  );
}
