import { QueryClient } from '@tanstack/react-query';

/**
 * Queries state their own retry and refetch rules where they are defined (see `*-queries.ts`).
 * The network mode is set here because the API is reached on the same origin, also when offline.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always' },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
