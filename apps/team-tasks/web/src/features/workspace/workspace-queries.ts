import { useQuery } from '@tanstack/react-query';
import { getWorkspace } from '../../api/workspace';

export const workspaceKey = ['workspace'] as const;

export function useWorkspace() {
  return useQuery({
    queryKey: workspaceKey,
    queryFn: ({ signal }) => getWorkspace(signal),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
