import { describeError } from '../../api/errors';
import './load-state.css';

interface LoadErrorProps {
  /** What could not be loaded, as it reads in a sentence: "the tasks". */
  what: string;
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

export function LoadError({ what, error, retrying, onRetry }: LoadErrorProps) {
  return (
    <div className="load-error panel" role="alert">
      <div>
        <p className="load-error-title">Couldn’t load {what}.</p>
        <p className="muted">{retrying ? 'Trying again…' : error && describeError(error)}</p>
      </div>
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
