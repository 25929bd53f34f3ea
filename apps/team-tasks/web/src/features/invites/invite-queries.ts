import { useQuery } from '@tanstack/react-query';
import { listInvites } from '../../api/invites';

export const invitesKey = ['invites'] as const;

export function useInvites() {
  return useQuery({
    queryKey: invitesKey,
    queryFn: ({ signal }) => listInvites(signal),
    retry: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
