interface ConnectionProps {
  readonly isAway: boolean;
  readonly onLookNow: () => void;
}

/**
 * Shows when the data may be stale. The region always exists, because a new one is not read out.
 */
export const Connection = ({ isAway, onLookNow }: ConnectionProps) => (
  <div role="status" aria-label="Connection" className="connection">
    {isAway && (
      <div className="notice">
        <p>
          <strong>No connection.</strong> What you see may not be up to date. Trying again…
        </p>
        <button type="button" className="quiet" onClick={onLookNow}>
          Try now
        </button>
      </div>
    )}
  </div>
);
