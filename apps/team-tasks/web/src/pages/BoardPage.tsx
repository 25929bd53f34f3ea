import { Board } from '../features/board/Board';

export function BoardPage() {
  return (
    <div className="page">
      <h1 className="page-heading">Board</h1>
      <Board />
    </div>
  );
}
