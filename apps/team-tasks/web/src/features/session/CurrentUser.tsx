import { Avatar } from '../members/Avatar';
import { useCurrentUser } from './session-context';

export function CurrentUser() {
  const user = useCurrentUser();

  return (
    <div className="current-user" title={`${user.name} (${user.role})`}>
      <Avatar name={user.name} />
      <span className="current-user-name">{user.name}</span>
    </div>
  );
}
