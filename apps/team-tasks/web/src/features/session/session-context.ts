import { createContext, useContext } from 'react';
import type { Member } from '../../api/types';

export const SessionContext = createContext<Member | null>(null);

export function useCurrentUser(): Member {
  const user = useContext(SessionContext);
  if (!user) throw new Error('useCurrentUser needs a SessionProvider above it.');
  return user;
}

/** Viewers read everything and change nothing. */
export function useCanEdit(): boolean {
  return useCurrentUser().role !== 'Viewer';
}
