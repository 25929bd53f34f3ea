import { Outlet } from 'react-router';
import { NoticeRegion } from '../../features/notices/NoticeRegion';
import { Header } from './Header';
import { Sidebar } from './Sidebar';
import { useDrawer } from './use-drawer';
import { useScrollToTop } from './use-scroll-to-top';
import './shell.css';

export function Shell() {
  const drawer = useDrawer();
  useScrollToTop();

  return (
    <div className="shell">
      <Header menuOpen={drawer.open} onMenu={drawer.toggle} />
      <Sidebar open={drawer.open} onClose={drawer.close} />
      <main className="shell-main">
        <Outlet />
      </main>
      <NoticeRegion />
    </div>
  );
}
