import type { Invite, Member, Task } from '../api/types';

export function aTask(fields: Partial<Task> = {}): Task {
  return {
    id: 1,
    title: 'Order new chairs',
    description: '',
    notes: '',
    done: false,
    priority: 'medium',
    starred: false,
    estimate: null,
    assigneeId: null,
    repeat: 'none',
    ...fields,
  };
}

export function aMember(fields: Partial<Member> = {}): Member {
  return {
    id: 'mem_1',
    name: 'Ines Falk',
    email: 'ines@studio.example',
    role: 'Owner',
    ...fields,
  };
}

export function anInvite(fields: Partial<Invite> = {}): Invite {
  return {
    id: 'inv_1',
    email: 'guest@studio.example',
    createdAt: '2026-03-10T12:00:00.000Z',
    invitedBy: { id: 'mem_1', name: 'Ines Falk' },
    ...fields,
  };
}
