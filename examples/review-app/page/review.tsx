/** The document and what is said about it: reads both, and shows each part what it needs. */
import { useMemo, useRef } from 'react';
import type { Session } from '../setting.js';
import { documentState, roundsOf } from './approvals.js';
import { Composer } from './composer.js';
import { Connection } from './connection.js';
import { DecisionPanel } from './decision-panel.js';
import { Document } from './document.js';
import { useOutbox } from './outbox.js';
import { StartAgain } from './start-again.js';
import { Summary } from './summary.js';
import { Thread } from './thread.js';
import { useThread } from './use-thread.js';
import { useLive } from './use-live.js';
import { useRuns } from './runs.js';

interface ReviewProps {
  readonly session: Session;
  readonly onRefused: () => void;
}

export function Review({ session, onRefused }: ReviewProps) {
  const { user } = session;
  const live = useLive(session, onRefused);
  const runs = useRuns(session, live);
  const thread = useThread(live);
  const outbox = useOutbox(user);
  const run = runs.all?.at(-1);
  const rounds = useMemo(() => roundsOf(runs.all ?? [], thread.comments), [runs.all, thread.comments]);
  const state = documentState(run, rounds);
  const mine = rounds.find((it) => it.waitingFor.includes(user.userId));
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <main className={mine ? 'review has-decision' : 'review'}>
      <Document state={state} isKnown={runs.all !== null} />
      <aside className="side" aria-labelledby="side-title">
        <div className="side-head">
          <h2 id="side-title" ref={heading} tabIndex={-1}>
            Review
          </h2>
          <StartAgain session={session} run={run} />
        </div>
        <Connection
          isAway={live.isConnected === false || runs.isFailing || thread.isFailing}
          onLookNow={() => {
            runs.lookNow();
            thread.lookNow();
          }}
        />
        {mine && (
          <DecisionPanel
            key={mine.stepId}
            round={mine}
            user={user}
            // Refused, it may have been decided somewhere else.
            onDecide={(step, decision) => runs.decide(step, decision).finally(runs.lookNow)}
            // The buttons are gone then: the focus has to stay near.
            onDecided={() => heading.current?.focus()}
          />
        )}
        <Summary key={user.userId} user={user} />
        <Thread thread={thread} rounds={rounds} outbox={outbox} user={user} />
        <Composer user={user} onSend={outbox.send} />
      </aside>
    </main>
  );
}
