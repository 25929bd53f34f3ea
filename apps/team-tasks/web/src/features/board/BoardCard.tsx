import type { PointerEvent } from 'react';
import { Link } from 'react-router';
import type { Task } from '../../api/types';
import { useCanEdit } from '../session/session-context';
import { PriorityBadge } from '../tasks/PriorityBadge';
import { CardActions } from './CardActions';

interface BoardCardProps {
  task: Task;
  pending: boolean;
  dragOffset: { x: number; y: number } | null;
  onPointerDown: (event: PointerEvent) => void;
}

export function BoardCard({ task, pending, dragOffset, onPointerDown }: BoardCardProps) {
  const canEdit = useCanEdit();
  const className = [
    'board-card',
    canEdit && 'board-card-movable',
    pending && 'board-card-pending',
    dragOffset && 'board-card-dragged',
  ];

  return (
    <li
      className={className.filter(Boolean).join(' ')}
      style={dragOffset ? { transform: `translate(${dragOffset.x}px, ${dragOffset.y}px)` } : undefined}
      aria-busy={pending || undefined}
      onPointerDown={canEdit && !pending ? onPointerDown : undefined}
    >
      <h3 className="board-card-title">
        {/* The browser's own dragging of links would end ours. */}
        <Link className="board-card-link" to={`/tasks/${task.id}`} draggable={false}>
          {task.title}
        </Link>
      </h3>
      <div className="board-card-footer">
        <PriorityBadge priority={task.priority} />
        {canEdit && <CardActions task={task} />}
      </div>
    </li>
  );
}
