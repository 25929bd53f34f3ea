import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import type { Task } from '../../api/types';
import { type ColumnId, isColumnId } from './columns';

/** How far the pointer travels before a press becomes a drag, in pixels. */
const DRAG_THRESHOLD = 6;

export interface Drag {
  task: Task;
  offset: { x: number; y: number };
  over: ColumnId | null;
}

/**
 * Drags a card by the pointer and reports the column it is dropped on. A press that stays in place
 * remains an ordinary click. Touch is left out: there, the same gesture scrolls the page.
 */
export function useCardDrag(onDrop: (task: Task, to: ColumnId) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<(() => void) | null>(null);

  useEffect(() => () => stop.current?.(), []);

  function start(event: ReactPointerEvent, task: Task) {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    if ((event.target as Element).closest('button')) return;
    const origin = { x: event.clientX, y: event.clientY };
    let dragging = false;

    const onMove = (move: PointerEvent) => {
      const offset = { x: move.clientX - origin.x, y: move.clientY - origin.y };
      if (!dragging && Math.hypot(offset.x, offset.y) < DRAG_THRESHOLD) return;
      dragging = true;
      setDrag({ task, offset, over: columnAt(move) });
    };
    const onUp = (up: PointerEvent) => {
      const target = dragging ? columnAt(up) : null;
      if (dragging) swallowNextClick();
      stop.current?.();
      if (target) onDrop(task, target);
    };
    const onKeyDown = (key: KeyboardEvent) => {
      if (key.key === 'Escape') stop.current?.();
    };

    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', onKeyDown);
    stop.current = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', onKeyDown);
      stop.current = null;
      setDrag(null);
    };
  }

  function cancel() {
    stop.current?.();
  }

  return { drag, start };
}

function columnAt({ clientX, clientY }: PointerEvent): ColumnId | null {
  const column = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')?.dataset.column;
  return isColumnId(column) ? column : null;
}

/** The click that ends a drag must not open the task under the pointer. */
function swallowNextClick() {
  const swallow = (click: MouseEvent) => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
