import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createInvite } from '../../api/invites';
import type { Invite } from '../../api/types';
import { invitesKey } from './invite-queries';

export function useCreateInvite() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: createInvite,
    onSuccess: (invite) => {
      client.setQueryData<Invite[]>(invitesKey, (invites) => invites && [...invites, invite]);
      void client.invalidateQueries({ queryKey: invitesKey });
    },
  });
}
