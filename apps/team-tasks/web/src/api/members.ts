import { request } from './http';
import type { Member } from './types';

export async function listMembers(signal?: AbortSignal): Promise<Member[]> {
  const { items } = await request<{ items: Member[] }>('GET', '/members', { signal });
  return items;
}

export function removeMember(id: string): Promise<void> {
  return request('DELETE', `/members/${encodeURIComponent(id)}`);
}
