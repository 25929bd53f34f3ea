import { useWorkspace } from './workspace-queries';
import './workspace.css';

export function WorkspaceSummary() {
  const { data } = useWorkspace();

  return (
    <div className="workspace">
      <span className="workspace-name">{data?.name ?? 'Team Tasks'}</span>
      {data && (
        <span className="workspace-members">
          {data.memberCount} {data.memberCount === 1 ? 'member' : 'members'}
        </span>
      )}
    </div>
  );
}
