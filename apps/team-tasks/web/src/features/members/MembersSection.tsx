import { useState } from 'react';
import type { Member } from '../../api/types';
import { LoadError } from '../load-state/LoadError';
import { Loading } from '../load-state/Loading';
import { loadState } from '../load-state/load-state';
import { MemberRow } from './MemberRow';
import { useMembers } from './member-queries';
import { RemoveMemberDialog } from './RemoveMemberDialog';
import './members.css';

export function MembersSection() {
  const query = useMembers();
  const { failed, loading, retrying, retry } = loadState(query);
  const [removing, setRemoving] = useState<Member | null>(null);
  const members = query.data ?? [];

  return (
    <section className="settings-section" aria-labelledby="members-heading">
      <h2 id="members-heading">Members</h2>
      {loading && <Loading what="members" />}
      {failed && <LoadError what="the members" error={query.error} retrying={retrying} onRetry={retry} />}
      {members.length > 0 && (
        <ul className="panel" aria-labelledby="members-heading">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      {members.length === 0 && !loading && !failed && <p className="empty-note panel">No members yet.</p>}
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}
