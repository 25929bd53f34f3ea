import type { Activity, Attachment, Comment, Invite, Member, Notification, Order, Person, Task } from '../types.ts';

/** A task as stored. The count of comments is derived. */
export type StoredTask = Omit<Task, 'commentCount'>;

export interface DeletedTask {
  task: StoredTask;
  at: string;
  by: Person;
}

export interface StoredMember extends Member {
  /** A member without one cannot sign in. */
  password: string | null;
}

export type StoredAttachment = Omit<Attachment, 'url'> & { contentBase64: string };

export interface StoredSession {
  id: string;
  memberId: string;
  expired: boolean;
}

/** The next number of each kind of id. */
export interface Counters {
  task: number;
  key: number;
  checklistItem: number;
  comment: number;
  attachment: number;
  member: number;
  invite: number;
  activity: number;
  notification: number;
  order: number;
  session: number;
  fault: number;
}

export interface ClockState {
  now: string;
  /** How far the clock moves on after each time stamp it gives, so that no two entries share one. */
  stepMs: number;
}

/** Everything that a reset restores and that reading the state shows: plain JSON. */
export interface WorldData {
  workspaceName: string;
  currentMemberId: string;
  signInRequired: boolean;
  streamRefused: boolean;
  paymentDelayMs: number;
  clock: ClockState;
  counters: Counters;
  members: StoredMember[];
  tasks: StoredTask[];
  deletedTasks: DeletedTask[];
  comments: Comment[];
  attachments: StoredAttachment[];
  invites: Invite[];
  activity: Activity[];
  notifications: Notification[];
  balance: number;
  orders: Order[];
  sessions: StoredSession[];
}
