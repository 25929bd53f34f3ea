import { useQuery } from '@tanstack/react-query';
import { listMembers } from '../../api/members';

export const membersKey = ['members'] as const;

export function useMembers() {
  return useQuery({
    queryKey: membersKey,
    queryFn: ({ signal }) => listMembers(signal),
    retry: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
