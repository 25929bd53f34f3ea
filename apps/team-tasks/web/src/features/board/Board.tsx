import { LoadError } from '../load-state/LoadError';
import { Loading } from '../load-state/Loading';
import { loadState } from '../load-state/load-state';
import { useTasks } from '../tasks/task-queries';
import { BoardColumn } from './BoardColumn';
import { columnIds } from './columns';
import { useBoardMoves } from './use-board-moves';
import { useCardDrag } from './use-card-drag';
import './board.css';

export function Board() {
  const query = useTasks();
  const { failed, loading, retrying, retry } = loadState(query);
  const moves = useBoardMoves();
  const { drag, start } = useCardDrag(moves.move);
  const tasks = query.data;

  return (
    <>
      {loading && <Loading what="the board" />}
      {failed && <LoadError what="the board" error={query.error} retrying={retrying} onRetry={retry} />}
      {tasks && (
        <div className={drag ? 'board board-dragging' : 'board'}>
          {columnIds.map((column) => (
            <BoardColumn
              key={column}
              column={column}
              tasks={tasks.filter((task) => moves.columnFor(task) === column)}
              drag={drag}
              isPending={moves.isPending}
              onCardPointerDown={start}
            />
          ))}
        </div>
      )}
    </>
  );
}
