import type { ReactNode } from 'react';

export type IconName = 'tasks' | 'board' | 'settings' | 'menu' | 'star' | 'close' | 'back';

const shapes: Record<IconName, ReactNode> = {
  tasks: <path d="M3.5 5.5l1.5 1.5 2.5-3M3.5 13l1.5 1.5 2.5-3M10.5 5.5h6M10.5 13.5h6" />,
  board: (
    <>
      <rect x="3" y="3.5" width="5.5" height="13" rx="1.5" />
      <rect x="11.5" y="3.5" width="5.5" height="8.5" rx="1.5" />
    </>
  ),
  settings: (
    <>
      <path d="M3 6h6M13 6h4M3 14h3M10 14h7" />
      <circle cx="11" cy="6" r="2" />
      <circle cx="8" cy="14" r="2" />
    </>
  ),
  menu: <path d="M3 5.5h14M3 10h14M3 14.5h14" />,
  star: <path d="M10 2.8l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7z" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
  back: <path d="M12 4.5L6.5 10l5.5 5.5" />,
};

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={`icon icon-${name}`}
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  );
}
