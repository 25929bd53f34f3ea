import { request } from './http';
import type { Member } from './types';

export function getCurrentUser(signal?: AbortSignal): Promise<Member> {
  return request('GET', '/me', { signal });
}
