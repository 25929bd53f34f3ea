import { useMembers } from '../members/member-queries';

interface AssigneeSelectProps {
  id: string;
  value: string;
  onChange: (memberId: string) => void;
}

export function AssigneeSelect({ id, value, onChange }: AssigneeSelectProps) {
  const { data: members, isError } = useMembers();
  const known = value === '' || members?.some((member) => member.id === value);
  const unknownLabel = members ? 'Former member' : 'Current assignee';

  return (
    <>
      <select id={id} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Unassigned</option>
        {!known && <option value={value}>{unknownLabel}</option>}
        {members?.map((member) => (
          <option key={member.id} value={member.id}>
            {member.name}
          </option>
        ))}
      </select>
      {isError && (
        <p className="form-error" role="alert">
          Couldn’t load the members.
        </p>
      )}
    </>
  );
}
