import type { Endpoint } from '../../../host/index.ts';
import { callJson } from './host-client.ts';

/** A fault as the control plane takes it; see the application's own documentation. */
export interface FaultRequest {
  method?: string | string[];
  path: string;
  id?: string | number | (string | number)[];
  query?: Record<string, string | string[] | null>;
  status?: number;
  delayMs?: number;
  times?: number;
  when?: 'before' | 'after';
}

/** One request that the API has seen. `status` is null while it is under way. */
export interface LoggedRequest {
  seq: number;
  method: string;
  path: string;
  status: number | null;
  [key: string]: unknown;
}

/** A stored task, as the API keeps it. */
export interface StoredTask {
  id: number;
  key: string;
  title: string;
  description: string;
  status: string;
  done: boolean;
  priority: string;
  starred: boolean;
  dueDate?: string | null;
  [key: string]: unknown;
}

/** The API's control plane: what is stored, what was asked, what shall go wrong. The page cannot reach it. */
export interface ApiControl {
  /** Everything stored. */
  state(): Promise<{ tasks: StoredTask[]; [key: string]: unknown }>;
  tasks(): Promise<StoredTask[]>;
  /** The stored task, or undefined if it is not there (any more). */
  task(id: number): Promise<StoredTask | undefined>;
  /** Adds a fault and returns a function that lifts it. */
  fault(fault: FaultRequest): Promise<() => Promise<void>>;
  /** Lifts every fault, the task's own included. */
  liftFaults(): Promise<void>;
  /** Requests since the last reset, oldest first. */
  requests(filter?: { method?: string; path?: string; after?: number }): Promise<LoggedRequest[]>;
  /** Any other route of the control plane. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export function createControl(endpoint: Endpoint): ApiControl {
  const call = <T>(method: string, path: string, body?: unknown) => callJson<T>(endpoint, method, path, body);
  const state = () => call<{ tasks: StoredTask[] }>('GET', '/state');
  return {
    call,
    state,
    tasks: async () => (await state()).tasks,
    task: async (id) => (await state()).tasks.find((task) => task.id === id),
    fault: async (fault) => {
      const { faultId } = await call<{ faultId: string }>('POST', '/faults', fault);
      return () => call<void>('DELETE', `/faults/${faultId}`);
    },
    liftFaults: () => call('DELETE', '/faults'),
    requests: async (filter = {}) => {
      const query = new URLSearchParams(
        Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return (await call<{ items: LoggedRequest[] }>('GET', `/requests?${query}`)).items;
    },
  };
}
