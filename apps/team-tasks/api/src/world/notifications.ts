import { notFound } from '../http/api-error.ts';
import type { Notification, NotificationList } from '../types.ts';
import { stamp } from './clock.ts';
import { nextId } from './ids.ts';
import { ensureRoom } from './room.ts';
import type { World } from './world.ts';

const unreadCount = (world: World): number => world.data.notifications.filter((entry) => !entry.read).length;

export function listNotifications(world: World): NotificationList {
  return { items: world.data.notifications.toReversed(), unreadCount: unreadCount(world) };
}

export interface NewNotification {
  text: string;
  taskId: number | null;
  silent?: boolean;
}

export function addNotification(world: World, { text, taskId, silent }: NewNotification): Notification {
  ensureRoom(world.data.notifications.length, 5000, 'notifications');
  const createdAt = stamp(world);
  const notification: Notification = { id: nextId(world, 'notification'), text, taskId, read: false, createdAt };
  world.data.notifications.push(notification);
  if (!silent) world.events.emit('notification.created', { notification, unreadCount: unreadCount(world) });
  return notification;
}

export function setRead(world: World, id: string, read: boolean): Notification {
  const notification = world.data.notifications.find((entry) => entry.id === id);
  if (!notification) throw notFound('This notification');
  notification.read = read;
  world.events.emit('notification.updated', { notification, unreadCount: unreadCount(world) });
  return notification;
}

export function readAll(world: World): { unreadCount: number } {
  for (const entry of world.data.notifications) entry.read = true;
  world.events.emit('notification.updated', { notification: null, unreadCount: 0 });
  return { unreadCount: 0 };
}
