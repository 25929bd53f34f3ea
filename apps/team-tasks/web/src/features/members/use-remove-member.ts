import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeMember } from '../../api/members';
import type { Member } from '../../api/types';
import { workspaceKey } from '../workspace/workspace-queries';
import { membersKey } from './member-queries';

export function useRemoveMember() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (member: Member) => removeMember(member.id),
    onSuccess: (_, removed) => {
      client.setQueryData<Member[]>(membersKey, (members) => members?.filter((member) => member.id !== removed.id));
      void client.invalidateQueries({ queryKey: workspaceKey });
    },
  });
}
