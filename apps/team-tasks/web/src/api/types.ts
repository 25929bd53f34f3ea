export type Priority = 'low' | 'medium' | 'high';
export type Repeat = 'none' | 'daily' | 'weekly' | 'monthly';
export type Role = 'Owner' | 'Member' | 'Viewer';

export interface Task {
  id: number;
  title: string;
  description: string;
  notes: string;
  done: boolean;
  priority: Priority;
  starred: boolean;
  /** A calendar day, `YYYY-MM-DD`. A task that never had one lacks the key. */
  dueDate?: string | null;
  /** In hours. */
  estimate: number | null;
  /** May name a member who has left. */
  assigneeId: string | null;
  repeat: Repeat;
}

export type TaskChange = Partial<Omit<Task, 'id'>>;

export interface NewTask {
  title: string;
  priority: Priority;
}

export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface Invite {
  id: string;
  email: string;
  createdAt: string;
  invitedBy: { id: string; name: string };
}

export interface Workspace {
  name: string;
  memberCount: number;
}
