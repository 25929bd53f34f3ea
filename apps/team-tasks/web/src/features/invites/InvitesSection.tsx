import { useState } from 'react';
import { LoadError } from '../load-state/LoadError';
import { Loading } from '../load-state/Loading';
import { loadState } from '../load-state/load-state';
import { useCanEdit } from '../session/session-context';
import { InviteDialog } from './InviteDialog';
import { InviteRow } from './InviteRow';
import { useInvites } from './invite-queries';

export function InvitesSection() {
  const query = useInvites();
  const { failed, loading, retrying, retry } = loadState(query);
  const [inviting, setInviting] = useState(false);
  const canEdit = useCanEdit();

  return (
    <section className="settings-section" aria-labelledby="invites-heading">
      <div className="settings-section-head">
        <h2 id="invites-heading">Pending invites</h2>
        {canEdit && (
          <button type="button" className="button button-primary" onClick={() => setInviting(true)}>
            Invite member
          </button>
        )}
      </div>
      {loading && <Loading what="invites" />}
      {failed && <LoadError what="the invites" error={query.error} retrying={retrying} onRetry={retry} />}
      {query.data && query.data.length > 0 && (
        <ul className="panel" aria-labelledby="invites-heading">
          {query.data.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </ul>
      )}
      {query.data?.length === 0 && !failed && <p className="empty-note panel">No pending invites.</p>}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </section>
  );
}
