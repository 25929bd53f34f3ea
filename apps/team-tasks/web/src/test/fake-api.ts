import { vi } from 'vitest';
import type { Invite, Member, NewTask, Task, TaskChange } from '../api/types';
import { aMember, anInvite, aTask } from './builders';

interface Call {
  method: string;
  path: string;
  body: unknown;
}

type Answer = { status: number; body?: unknown };
type Handler = (call: Call, id: string) => Answer;

const ok = (body: unknown, status = 200): Answer => ({ status, body });
const gone = (): Answer => ({ status: 204 });
const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});
const notFound = () => refuse(404, 'not_found', 'Not found.');

export interface FakeApiState {
  tasks?: Task[];
  members?: Member[];
  invites?: Invite[];
}

/** Answers the page's requests from memory, in place of `fetch`, and keeps a list of them. */
export function startFakeApi({ tasks = [], members = [aMember()], invites = [] }: FakeApiState) {
  const state = { tasks: [...tasks], members: [...members], invites: [...invites] };
  const calls: Call[] = [];
  const failures = new Map<string, Answer>();
  const findTask = (id: string) => state.tasks.find((task) => task.id === Number(id));

  const handlers: Record<string, Handler> = {
    'GET /me': () => ok(state.members[0]),
    'GET /workspace': () => ok({ name: 'Studio', memberCount: state.members.length }),
    'GET /tasks': () => ok({ items: state.tasks }),
    'GET /tasks/:id': (_, id) => {
      const task = findTask(id);
      return task ? ok(task) : notFound();
    },
    'POST /tasks': ({ body }) => {
      const task = aTask({ ...(body as NewTask), id: state.tasks.length + 100 });
      state.tasks.push(task);
      return ok(task, 201);
    },
    'PATCH /tasks/:id': ({ body }, id) => {
      const task = findTask(id);
      if (!task) return notFound();
      const changed = { ...task, ...(body as TaskChange) };
      state.tasks = state.tasks.map((other) => (other === task ? changed : other));
      return ok(changed);
    },
    'DELETE /tasks/:id': (_, id) => {
      state.tasks = state.tasks.filter((task) => task.id !== Number(id));
      return gone();
    },
    'GET /members': () => ok({ items: state.members }),
    'DELETE /members/:id': (_, id) => {
      state.members = state.members.filter((member) => member.id !== id);
      return gone();
    },
    'GET /invites': () => ok({ items: state.invites }),
    'POST /invites': ({ body }) => {
      const { email } = body as { email: string };
      if (!email.includes('@')) return refuse(400, 'invalid_email', 'That is no email address.');
      const invite = anInvite({ id: `inv_${state.invites.length + 1}`, email });
      state.invites.push(invite);
      return ok(invite, 201);
    },
  };

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const path = input.replace(/^\/api/, '');
    const method = init.method ?? 'GET';
    const call = { method, path, body: init.body ? JSON.parse(String(init.body)) : undefined };
    calls.push(call);
    const [, collection, id] = path.split('/');
    const route = `${method} /${collection}${id ? '/:id' : ''}`;
    const handler = handlers[route];
    if (!handler) throw new Error(`The fake API does not know ${route}.`);
    const { status, body } = failures.get(`${method} ${path}`) ?? handler(call, id ?? '');
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });

  return {
    state,
    calls,
    /** Makes one endpoint refuse until further notice. */
    fail: (endpoint: string, status: number, message = 'Refused.') =>
      failures.set(endpoint, refuse(status, 'refused', message)),
  };
}
