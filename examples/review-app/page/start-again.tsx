import { useState } from 'react';
import type { ExecutionView } from '@org/approval-core';
import type { Session } from '../setting.js';
import { startRun } from './session.js';

interface StartAgainProps {
  readonly session: Session;
  readonly run: ExecutionView | undefined;
}

/**
 * Sends the document for approval again after the last approval has ended. Live updates show the
 * start.
 */
export function StartAgain({ session, run }: StartAgainProps) {
  const [state, setState] = useState<'idle' | 'starting' | 'failed'>('idle');
  if (run === undefined || run.completedAt === null) return null;
  const start = () => {
    if (state === 'starting') return;
    setState('starting');
    startRun(session).then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <div className="start-again">
      {state === 'failed' && (
        <p role="alert" className="error">
          It was not sent. Try again.
        </p>
      )}
      <button type="button" aria-disabled={state === 'starting'} onClick={start}>
        Send for approval again
      </button>
    </div>
  );
}
