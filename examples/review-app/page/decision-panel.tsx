/** Shown to reviewers of the step only. Two steps: a decision ends the round, and is final. */
import { useEffect, useRef, useState } from 'react';
import { useCommentsClient } from '@org/approval-comments/react';
import type { Person } from '../setting.js';
import type { Round } from './approvals.js';
import { DecisionForm } from './decision-form.js';
import { DRAFT, reasons, writeReason } from './reason.js';
import type { Decision, Runs } from './runs.js';

interface PanelProps {
  readonly round: Round;
  readonly user: Person;
  readonly onDecide: Runs['decide'];
  readonly onDecided: () => void;
}

export function DecisionPanel({ round, user, onDecide, onDecided }: PanelProps) {
  const client = useCommentsClient();
  const key = `${user.userId}:${round.executionId}:${round.stepId}`;
  const draft = reasons.use(key);
  const [state, setState] = useState<'open' | 'sending' | 'failed'>('open');
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = useRef(draft.decision !== null);

  // Closing the form brings its button back, and the focus with it.
  useEffect(() => {
    if (isOpen.current && draft.decision === null) opener.current?.focus();
    isOpen.current = draft.decision !== null;
  }, [draft.decision]);

  const decide = async (decision: Decision) => {
    if (state === 'sending') return;
    setState('sending');
    try {
      // Words first: a rejection that is there has its reason.
      await writeReason(client, { round, user, key });
      await onDecide(round, decision);
      isOpen.current = false; // and nothing is to be focused but what `onDecided` says
      reasons.set(key, DRAFT);
      onDecided();
    } catch {
      setState('failed');
    }
  };

  return (
    <section className="decision" aria-labelledby="decision-title">
      <h3 id="decision-title">Your decision{round.number > 1 && `, round ${round.number}`}</h3>
      {draft.decision === null ? (
        <div className="actions">
          <button
            type="button"
            className="primary"
            ref={opener}
            onClick={() => reasons.set(key, { ...draft, decision: 'approve' })}
          >
            Approve…
          </button>
          <button type="button" onClick={() => reasons.set(key, { ...draft, decision: 'reject' })}>
            Request changes…
          </button>
        </div>
      ) : (
        <DecisionForm
          decision={draft.decision}
          text={draft.text}
          state={state}
          onText={(text) => reasons.set(key, { ...draft, text })}
          onCancel={() => reasons.set(key, { ...draft, decision: null })}
          onDecide={decide}
        />
      )}
    </section>
  );
}
