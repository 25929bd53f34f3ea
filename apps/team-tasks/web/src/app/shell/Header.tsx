import { Icon } from '../../features/icons/Icon';
import { CurrentUser } from '../../features/session/CurrentUser';
import { ThemeControl } from '../../features/theme/ThemeControl';
import { WorkspaceSummary } from '../../features/workspace/WorkspaceSummary';
import { SIDEBAR_ID } from './Sidebar';

interface HeaderProps {
  menuOpen: boolean;
  onMenu: () => void;
}

export function Header({ menuOpen, onMenu }: HeaderProps) {
  return (
    <header className="shell-header">
      <button
        type="button"
        className="menu-button"
        aria-label="Menu"
        aria-expanded={menuOpen}
        aria-controls={SIDEBAR_ID}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      <BrandMark />
      <WorkspaceSummary />
      <div className="shell-header-end">
        <ThemeControl />
        <CurrentUser />
      </div>
    </header>
  );
}

function BrandMark() {
  return (
    <svg
      className="shell-mark"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2 8.5l4 4L14 4" />
    </svg>
  );
}
