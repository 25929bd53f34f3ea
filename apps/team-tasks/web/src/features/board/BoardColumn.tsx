import { type PointerEvent, useId } from 'react';
import type { Task } from '../../api/types';
import { BoardCard } from './BoardCard';
import { type ColumnId, columnTitles } from './columns';
import type { Drag } from './use-card-drag';

interface BoardColumnProps {
  column: ColumnId;
  tasks: Task[];
  drag: Drag | null;
  isPending: (task: Task) => boolean;
  onCardPointerDown: (event: PointerEvent, task: Task) => void;
}

export function BoardColumn(props: BoardColumnProps) {
  const { column, tasks, drag, isPending, onCardPointerDown } = props;
  const headingId = useId();
  const isTarget = drag?.over === column;

  return (
    <section
      className={isTarget ? 'board-column board-column-target' : 'board-column'}
      aria-labelledby={headingId}
      data-column={column}
    >
      <h2 id={headingId} className="board-column-heading">
        {columnTitles[column]} <span className="board-column-count">{tasks.length}</span>
      </h2>
      <ul className="board-cards" aria-labelledby={headingId}>
        {tasks.map((task) => (
          <BoardCard
            key={task.id}
            task={task}
            pending={isPending(task)}
            dragOffset={drag?.task.id === task.id ? drag.offset : null}
            onPointerDown={(event) => onCardPointerDown(event, task)}
          />
        ))}
      </ul>
      {tasks.length === 0 && <p className="board-column-empty">Nothing here.</p>}
    </section>
  );
}
