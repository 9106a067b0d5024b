interface ConnectionProps {
  readonly isAway: boolean;
  readonly onLookNow: () => void;
}

/** Says so when what is shown may be old. The region is always there: one that comes with its words is not read out. */
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
