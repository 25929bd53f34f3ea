import type { Invite } from '../../api/types';
import { formatSentDate } from './sent-date';

export function InviteRow({ invite }: { invite: Invite }) {
  return (
    <li className="settings-row">
      <div className="settings-row-main">
        <p className="invite-email">{invite.email}</p>
        <p className="invite-sent">
          Invited by {invite.invitedBy.name} on{' '}
          <time dateTime={invite.createdAt}>{formatSentDate(invite.createdAt)}</time>
        </p>
      </div>
    </li>
  );
}
