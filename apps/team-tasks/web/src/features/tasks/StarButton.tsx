import type { Task } from '../../api/types';
import { Icon } from '../icons/Icon';
import { useToggleStar } from './use-toggle-star';
import './task-marks.css';

export function StarButton({ task }: { task: Task }) {
  const toggleStar = useToggleStar(task);

  return (
    <button
      type="button"
      className="star-button"
      aria-label={`Star ${task.title}`}
      aria-pressed={task.starred}
      onClick={toggleStar}
    >
      <Icon name="star" />
    </button>
  );
}
