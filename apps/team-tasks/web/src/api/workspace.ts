import { request } from './http';
import type { Workspace } from './types';

export function getWorkspace(signal?: AbortSignal): Promise<Workspace> {
  return request('GET', '/workspace', { signal });
}
