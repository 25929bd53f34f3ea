import type { Comment, Member } from '../types.ts';
import { addActivity } from './activity.ts';
import { stamp } from './clock.ts';
import { nextId } from './ids.ts';
import { toPerson } from './members.ts';
import { ensureRoom } from './room.ts';
import { findTask } from './tasks.ts';
import type { World } from './world.ts';

export function listComments(world: World, taskId: number): Comment[] {
  findTask(world, taskId);
  return world.data.comments.filter((comment) => comment.taskId === taskId);
}

export function addComment(world: World, taskId: number, text: string, actor: Member): Comment {
  const task = findTask(world, taskId);
  ensureRoom(world.data.comments.length, 10_000, 'comments');
  const createdAt = stamp(world);
  const comment: Comment = { id: nextId(world, 'comment'), taskId, author: toPerson(actor), text, createdAt };
  world.data.comments.push(comment);
  world.events.emit('comment.created', { comment, commentCount: listComments(world, taskId).length });
  const summary = `commented on “${task.title}”`;
  addActivity(world, { type: 'comment', action: 'added', actor, taskId, summary });
  return comment;
}
