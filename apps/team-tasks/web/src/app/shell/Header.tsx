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
      <WorkspaceSummary />
      <div className="shell-header-end">
        <ThemeControl />
        <CurrentUser />
      </div>
    </header>
  );
}
