import { request } from './http';
import type { Invite } from './types';

export async function listInvites(signal?: AbortSignal): Promise<Invite[]> {
  const { items } = await request<{ items: Invite[] }>('GET', '/invites', { signal });
  return items;
}

export function createInvite(email: string): Promise<Invite> {
  return request('POST', '/invites', { body: { email } });
}
