import './load-state.css';

export function Loading({ what }: { what: string }) {
  return (
    <p className="loading muted" role="status">
      Loading {what}…
    </p>
  );
}
