import { useApprovalClient, useExecution, useInbox } from '@org/approval-react';
import { useState } from 'react';

/** Waiting steps of the signed-in user; the list updates live. */
export function Inbox({ me }: { readonly me: string }) {
  const { items, isLoading, error } = useInbox();
  return (
    <section>
      <h2>Waiting for you: {isLoading ? '…' : items.length}</h2>
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {items.map((it) => (
          <Item key={it.executionId + it.stepId} {...it} me={me} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  readonly executionId: string;
  readonly stepId: string;
  readonly commentBody: string | null;
  readonly me: string;
}

function Item({ executionId, stepId, commentBody, me }: ItemProps) {
  const { steps } = useApprovalClient();
  const { execution } = useExecution(executionId);
  const [fault, setFault] = useState('');
  const { item = '…', amount = 0 } = (execution?.triggerContext ?? {}) as { item?: string; amount?: number };
  const decide = (decision: 'approve' | 'reject') =>
    void steps
      .recordReviewerDecision({ executionId, stepId, reviewerId: me, decision })
      .catch((error: unknown) => setFault(String(error)));
  return (
    <li>
      {item} for {amount}: {commentBody}
      <button onClick={() => decide('approve')} aria-label={`Approve ${item}`}>
        Approve
      </button>
      <button onClick={() => decide('reject')} aria-label={`Reject ${item}`}>
        Reject
      </button>
      {fault !== '' && <span role="alert">{fault}</span>}
    </li>
  );
}
