import { ApiError, notFound } from '../http/api-error.ts';
import type { Attachment, Member } from '../types.ts';
import { addActivity } from './activity.ts';
import { stamp } from './clock.ts';
import { nextId } from './ids.ts';
import { toPerson } from './members.ts';
import { ensureRoom } from './room.ts';
import { findTask } from './tasks.ts';
import type { World } from './world.ts';
import type { StoredAttachment } from './world-data.ts';

export const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

function toAttachment({ contentBase64: _content, ...rest }: StoredAttachment): Attachment {
  return { ...rest, url: `/api/attachments/${rest.id}/content` };
}

export function findAttachment(world: World, id: string): StoredAttachment {
  const found = world.data.attachments.find((attachment) => attachment.id === id);
  if (!found) throw notFound('This file');
  // Files of a deleted task are out of reach until the task comes back.
  findTask(world, found.taskId);
  return found;
}

export function listAttachments(world: World, taskId: number): Attachment[] {
  findTask(world, taskId);
  return world.data.attachments.filter((attachment) => attachment.taskId === taskId).map(toAttachment);
}

export interface NewFile {
  name: string;
  type: string;
  content: Buffer;
}

export function addAttachment(world: World, taskId: number, file: NewFile, actor: Member): Attachment {
  const task = findTask(world, taskId);
  const sizeBytes = file.content.length;
  if (sizeBytes > MAX_FILE_BYTES) throw new ApiError(413, 'too_large', 'A file may be up to 2 MB.', 'file');
  ensureRoom(world.data.attachments.length, 1000, 'files');
  const held = world.data.attachments.reduce((sum, attachment) => sum + attachment.sizeBytes, 0);
  ensureRoom(held + sizeBytes, MAX_TOTAL_BYTES, 'files');
  const stored: StoredAttachment = {
    id: nextId(world, 'attachment'),
    taskId,
    name: file.name,
    type: file.type,
    sizeBytes,
    createdAt: stamp(world),
    uploadedBy: toPerson(actor),
    contentBase64: file.content.toString('base64'),
  };
  world.data.attachments.push(stored);
  world.events.emit('attachment.created', { attachment: toAttachment(stored) });
  const summary = `attached ${file.name} to “${task.title}”`;
  addActivity(world, { type: 'attachment', action: 'added', actor, taskId, summary });
  return toAttachment(stored);
}

export function deleteAttachment(world: World, id: string, actor: Member): void {
  const found = findAttachment(world, id);
  const task = findTask(world, found.taskId);
  world.data.attachments = world.data.attachments.filter((attachment) => attachment !== found);
  world.events.emit('attachment.deleted', { attachmentId: id, taskId: task.id });
  const summary = `removed ${found.name} from “${task.title}”`;
  addActivity(world, { type: 'attachment', action: 'removed', actor, taskId: task.id, summary });
}
