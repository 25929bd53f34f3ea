import { describeError } from '../../api/errors';
import type { Member } from '../../api/types';
import { useFocusOnMount } from '../focus/use-focus-on-mount';
import { useRemoveMember } from './use-remove-member';

interface RemoveMemberDialogProps {
  member: Member;
  onClose: () => void;
}

export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const remove = useRemoveMember();
  const cancelButton = useFocusOnMount<HTMLButtonElement>();

  return (
    <div className="dialog-backdrop">
      <div
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby="remove-member-heading"
        aria-describedby="remove-member-text"
      >
        <h2 id="remove-member-heading" className="dialog-title">
          Remove member
        </h2>
        <div className="dialog-body">
          <p id="remove-member-text">{member.name} will lose access to this workspace. Their tasks stay.</p>
          {remove.error && (
            <p className="form-error" role="alert">
              Couldn’t remove {member.name}. {describeError(remove.error)}
            </p>
          )}
        </div>
        <div className="dialog-actions">
          <button type="button" className="button" ref={cancelButton} onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button button-danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(member, { onSuccess: onClose })}
          >
            Remove
          </button>
        </div>
      </div>
    </div>
  );
}
