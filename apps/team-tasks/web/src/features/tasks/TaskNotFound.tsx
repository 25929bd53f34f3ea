export function TaskNotFound() {
  return (
    <>
      <h1 className="page-heading">Task not found</h1>
      <p className="muted">It may have been deleted, or the address is wrong.</p>
    </>
  );
}
