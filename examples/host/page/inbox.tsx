import { useApprovalClient, useExecution, useInbox } from '@org/approval-react';
import { useState } from 'react';
import { type Me, amountOf, nameIn } from './host.js';

interface InboxProps {
  readonly me: string;
  readonly people: Me['PEOPLE'];
}

/** Waiting steps of the signed-in user; the list updates live. */
export function Inbox({ me, people }: InboxProps) {
  const { items, isLoading, error } = useInbox();
  return (
    <section>
      <h2>Waiting for you: {isLoading ? '…' : items.length}</h2>
      {error && (
        <p className="ap-note" data-tone="no" role="alert">
          {error.message}
        </p>
      )}
      {!isLoading && items.length === 0 && <p className="ap-2nd">Nothing waits for you.</p>}
      <ul className="ap-items">
        {items.map((it) => (
          <Item key={it.executionId + it.stepId} {...it} me={me} people={people} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps extends InboxProps {
  readonly executionId: string;
  readonly stepId: string;
  readonly commentBody: string | null;
}

interface Ordered {
  readonly item?: string;
  readonly amount?: number;
  readonly requestedBy?: string;
}

function Item({ executionId, stepId, commentBody, me, people }: ItemProps) {
  const { steps } = useApprovalClient();
  const { execution } = useExecution(executionId);
  const [fault, setFault] = useState('');
  const { item = '…', amount = 0, requestedBy = '' } = (execution?.triggerContext ?? {}) as Ordered;
  const decide = (decision: 'approve' | 'reject') =>
    void steps
      .recordReviewerDecision({ executionId, stepId, reviewerId: me, decision })
      .catch((error: unknown) => setFault(String(error)));
  return (
    <li className="ap-item">
      <div className="ap-item-head">
        <h3 dir="auto">{item}</h3>
        <span className="ap-num">{amountOf(amount)}</span>
      </div>
      <p className="ap-2nd">{nameIn(people, requestedBy)} asks to order it.</p>
      <p>{commentBody}</p>
      <div className="ap-row ap-answers">
        <button
          className="ap-btn"
          data-kind="approve"
          onClick={() => decide('approve')}
          aria-label={`Approve ${item}`}
        >
          Approve
        </button>
        <button
          className="ap-btn"
          data-kind="reject"
          onClick={() => decide('reject')}
          aria-label={`Reject ${item}`}
        >
          Reject
        </button>
      </div>
      {fault !== '' && (
        <p className="ap-note" data-tone="no" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}
