/** Shapes of the public JSON API, as described in the API document of the front end. */

export type Role = 'Owner' | 'Member' | 'Viewer';
export type TaskStatus = 'todo' | 'in_progress' | 'done';
export type Priority = 'low' | 'medium' | 'high';
export type Repeat = 'none' | 'daily' | 'weekly' | 'monthly';
export type OrderStatus = 'pending' | 'paid' | 'cancelled';
export type ActivityType = 'task' | 'comment' | 'attachment' | 'member' | 'order';

export interface Person {
  id: string;
  name: string;
}

export interface Member extends Person {
  email: string;
  role: Role;
}

export interface Workspace {
  name: string;
  memberCount: number;
}

export interface Invite {
  id: string;
  email: string;
  createdAt: string;
  invitedBy: Person;
}

export interface ChecklistItem {
  id: string;
  text: string;
  done: boolean;
}

export interface Task {
  id: number;
  key: string;
  title: string;
  description: string;
  notes: string;
  status: TaskStatus;
  done: boolean;
  priority: Priority;
  starred: boolean;
  /** A day; absent on a task that never had one, null once cleared. */
  dueDate?: string | null;
  /** Hours. */
  estimate: number | null;
  assigneeId: string | null;
  checklist: ChecklistItem[];
  relatedIds: number[];
  repeat: Repeat;
  seriesId: string | null;
  commentCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  pageSize: number;
  pageCount: number;
}

export interface LegacyLink {
  key: string;
  taskId: number;
  title: string;
  deleted: { at: string; by: Person } | null;
}

export interface Comment {
  id: string;
  taskId: number;
  author: Person;
  text: string;
  createdAt: string;
}

export interface Attachment {
  id: string;
  taskId: number;
  name: string;
  type: string;
  sizeBytes: number;
  createdAt: string;
  uploadedBy: Person;
  url: string;
}

export interface Activity {
  id: string;
  type: ActivityType;
  action: string;
  at: string;
  actor: Person;
  taskId: number | null;
  orderId: string | null;
  summary: string;
}

export interface ActivityPage {
  items: Activity[];
  total: number;
  /** Null when the answer continues from a cursor. */
  page: number | null;
  pageCount: number;
  nextCursor: string | null;
}

export interface Notification {
  id: string;
  text: string;
  taskId: number | null;
  read: boolean;
  createdAt: string;
}

export interface NotificationList {
  items: Notification[];
  unreadCount: number;
}

export interface Order {
  id: string;
  credits: number;
  amountCents: number;
  currency: 'USD';
  status: OrderStatus;
  createdAt: string;
  updatedAt: string;
  orderedBy: Person;
  checkoutUrl: string;
}

export interface ErrorBody {
  error: { code: string; message: string; field?: string };
}

/** Data of each named server-sent event. */
export interface LiveEvents {
  ready: { time: string };
  'task.created': { task: Task };
  'task.updated': { task: Task };
  'task.restored': { task: Task };
  'task.deleted': { taskId: number; key: string };
  'comment.created': { comment: Comment; commentCount: number };
  'attachment.created': { attachment: Attachment };
  'attachment.deleted': { attachmentId: string; taskId: number };
  'member.added': { member: Member; memberCount: number };
  'member.removed': { memberId: string; memberCount: number };
  'me.updated': { member: Member };
  'invite.created': { invite: Invite };
  'invite.deleted': { inviteId: string };
  'activity.created': { activity: Activity };
  'activity.deleted': { activityId: string };
  'notification.created': { notification: Notification; unreadCount: number };
  'notification.updated': { notification: Notification | null; unreadCount: number };
  'credits.updated': { balance: number };
  'order.created': { order: Order };
  'order.updated': { order: Order };
}
