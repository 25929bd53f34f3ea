import type { IconName } from '../../features/icons/Icon';

export interface NavItem {
  to: string;
  label: string;
  icon: IconName;
  /** Whether the entry is marked as current on the given path. */
  isCurrent: (pathname: string) => boolean;
}

const under = (prefix: string) => (pathname: string) => pathname === prefix || pathname.startsWith(`${prefix}/`);

const underTasks = under('/tasks');

export const navItems: NavItem[] = [
  {
    to: '/tasks',
    label: 'Tasks',
    icon: 'tasks',
    isCurrent: (pathname) => pathname === '/' || underTasks(pathname),
  },
  { to: '/board', label: 'Board', icon: 'board', isCurrent: under('/board') },
  { to: '/settings', label: 'Settings', icon: 'settings', isCurrent: under('/settings') },
];
