import { Link } from 'react-router';

export function NotFoundPage() {
  return (
    <div className="page">
      <h1 className="page-heading">Page not found</h1>
      <p className="muted">There is nothing at this address.</p>
      <p>
        <Link to="/tasks">Open the task list</Link>
      </p>
    </div>
  );
}
