import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getCurrentUser } from '../../api/session';
import { LoadError } from '../load-state/LoadError';
import { Loading } from '../load-state/Loading';
import { loadState } from '../load-state/load-state';
import { SessionContext } from './session-context';
import './session.css';

/** Finds out who is using the app before it shows any screen. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const query = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => getCurrentUser(signal),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  if (query.data) return <SessionContext value={query.data}>{children}</SessionContext>;

  const { failed, retrying, retry } = loadState(query);
  return (
    <main className="session-wait">
      {failed ? (
        <LoadError what="Team Tasks" error={query.error} retrying={retrying} onRetry={retry} />
      ) : (
        <Loading what="Team Tasks" />
      )}
    </main>
  );
}
