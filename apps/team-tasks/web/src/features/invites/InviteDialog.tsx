import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/errors';
import { useFocusOnMount } from '../focus/use-focus-on-mount';
import { useNotify } from '../notices/notice-context';
import { useCreateInvite } from './use-create-invite';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const firstField = useFocusOnMount<HTMLInputElement>();
  const create = useCreateInvite();
  const notify = useNotify();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    create.mutate(email.trim(), {
      onSuccess: (invite) => {
        notify('info', `Invite sent to ${invite.email}.`);
        onClose();
      },
    });
  }

  return (
    <div className="dialog-backdrop">
      <div className="dialog" role="dialog" aria-modal="true" aria-labelledby="invite-heading">
        <h2 id="invite-heading" className="dialog-title">
          Invite member
        </h2>
        <form onSubmit={submit} noValidate>
          <div className="dialog-body">
            <div className="field">
              <label className="field-label" htmlFor="invite-email">
                Email address
              </label>
              <input
                id="invite-email"
                className="input"
                type="email"
                autoComplete="off"
                ref={firstField}
                aria-invalid={create.isError || undefined}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </div>
            {create.error && (
              <p className="form-error" role="alert">
                {describeError(create.error)}
              </p>
            )}
          </div>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="button button-primary" disabled={create.isPending}>
              Send invite
            </button>
          </div>
        </form>
      </div>
    </div>
  );
}
