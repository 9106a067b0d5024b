import { useRef, useState } from 'react';
import type { Comment } from '@org/approval-comments';
import type { ApprovalMark } from '@org/approval-comments/bridge';
import type { Person } from '../setting.js';
import { nameOf, piecesOf } from './mentions.js';
import type { Decision, Run } from './run.js';

interface CommentProps {
  readonly comment: Comment;
  readonly user: Person;
  readonly decide: Run['decide'];
}

export function ThreadComment({ comment, user, decide }: CommentProps) {
  const approval = comment.approval as ApprovalMark | undefined;
  const author = comment.from?.name ?? nameOf(comment.from?.userId ?? 'Somebody');
  const asked = comment.to ?? [];
  const isMine = asked.some((it) => it.userId === user.userId);
  const card = useRef<HTMLElement>(null);
  const at = new Date(comment.createdAt ?? 0);
  return (
    <li>
      <article
        className={approval ? 'comment approval' : 'comment'}
        ref={card}
        tabIndex={-1}
        aria-label={`${approval ? 'Approval step' : 'Comment'} by ${author}`}
      >
        <header>
          <span className="avatar" aria-hidden="true">
            {approval ? '✓' : author.charAt(0)}
          </span>
          <strong>{author}</strong>
          <time dateTime={at.toISOString()}>
            {at.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })}
          </time>
          {approval && <Mark {...approval} />}
        </header>
        <Words text={comment.commentText} />
        {approval?.status === 'waiting' &&
          (isMine ? (
            <Buttons
              onDecide={(decision) => decide(approval.stepId, decision)}
              // The buttons are gone then: the focus has to stay near.
              onDecided={() => card.current?.focus()}
            />
          ) : (
            <p className="hint">{asked.map((it) => nameOf(it.userId)).join(', ')} decides.</p>
          ))}
      </article>
    </li>
  );
}

/** The words are with the customer: while that server is away, the thread is there without them. */
const Words = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? (
    <p className="words hint">The text cannot be read at the moment.</p>
  ) : (
    <p className="words">
      {piecesOf(text).map(({ words, isMention }, index) =>
        isMention ? (
          <span key={index} className="mention">
            {words}
          </span>
        ) : (
          words
        ),
      )}
    </p>
  );

function Mark({ status, decision }: ApprovalMark) {
  const result = decision === 'approve' ? 'approved' : decision === 'reject' ? 'rejected' : status;
  return (
    <span className="mark" data-result={result}>
      {result}
    </span>
  );
}

interface ButtonsProps {
  readonly onDecide: (decision: Decision) => Promise<void>;
  readonly onDecided: () => void;
}

function Buttons({ onDecide, onDecided }: ButtonsProps) {
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed'>('open');
  const decide = (decision: Decision) => {
    // Not `disabled`: a button that is loses the focus.
    if (state === 'sending') return;
    setState('sending');
    onDecide(decision).then(
      () => {
        setState('sent');
        onDecided();
      },
      () => setState('failed'),
    );
  };
  if (state === 'sent') return <p className="hint">Your decision is recorded.</p>;
  return (
    <div className="decide" role="group" aria-label="Your decision">
      <button type="button" className="primary" onClick={() => decide('approve')}>
        Approve
      </button>
      <button type="button" className="danger" onClick={() => decide('reject')}>
        Reject
      </button>
      {state === 'failed' && (
        <p role="alert" className="error">
          The decision was not recorded. Try again.
        </p>
      )}
    </div>
  );
}
