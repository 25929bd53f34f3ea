import { InvitesSection } from '../features/invites/InvitesSection';
import { MembersSection } from '../features/members/MembersSection';
import './settings-page.css';

export function SettingsPage() {
  return (
    <div className="page settings">
      <h1>Settings</h1>
      <MembersSection />
      <InvitesSection />
    </div>
  );
}
