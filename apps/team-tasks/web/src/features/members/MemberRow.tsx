import type { Member } from '../../api/types';
import { useCanEdit, useCurrentUser } from '../session/session-context';
import { Avatar } from './Avatar';

interface MemberRowProps {
  member: Member;
  onRemove: (member: Member) => void;
}

export function MemberRow({ member, onRemove }: MemberRowProps) {
  const canEdit = useCanEdit();
  const isSelf = useCurrentUser().id === member.id;

  return (
    <li className="settings-row">
      <Avatar name={member.name} />
      <div className="settings-row-main">
        <p className="member-name">
          {member.name} {isSelf && <span className="member-self">You</span>}
        </p>
        <p className="member-email">{member.email}</p>
      </div>
      <span className="member-role">{member.role}</span>
      {canEdit && !isSelf && (
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={`Remove ${member.name}`}
          onClick={() => onRemove(member)}
        >
          Remove
        </button>
      )}
    </li>
  );
}
