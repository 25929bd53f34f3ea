import { Link, useLocation } from 'react-router';
import { Icon } from '../../features/icons/Icon';
import { navItems } from './nav-items';

export const SIDEBAR_ID = 'sidebar';

interface SidebarProps {
  /** Only matters at narrow widths, where the sidebar is a drawer. */
  open: boolean;
  onClose: () => void;
}

export function Sidebar({ open, onClose }: SidebarProps) {
  const { pathname } = useLocation();

  return (
    <>
      {open && (
        <button type="button" className="drawer-scrim" aria-label="Close navigation" tabIndex={-1} onClick={onClose} />
      )}
      <nav id={SIDEBAR_ID} className={open ? 'sidebar sidebar-open' : 'sidebar'} aria-label="Main">
        <ul className="sidebar-list">
          {navItems.map(({ to, label, icon, isCurrent }) => (
            <li key={to}>
              <Link
                className="sidebar-link"
                to={to}
                aria-current={isCurrent(pathname) ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
