import { useEffect } from 'react';
import type { ApprovalMark } from '@org/approval-comments/bridge';
import type { Person } from '../setting.js';
import { ApprovalCard } from './approval-card.js';
import { type Round, isReasonOf, stepKey } from './approvals.js';
import { CommentCard } from './comment-card.js';
import type { Outbox, Outgoing } from './outbox.js';
import { Unsent } from './unsent.js';
import { useStayAtEnd } from './use-stay-at-end.js';
import type { ThreadState, Timed } from './use-thread.js';

interface ThreadProps {
  readonly thread: ThreadState;
  readonly rounds: readonly Round[];
  readonly outbox: Outbox;
  readonly user: Person;
}

export function Thread({ thread: { comments, isLoading }, rounds, outbox, user }: ThreadProps) {
  const { items, discard, forget } = outbox;
  const onTheirWay = items.filter((it) => it.problem === null).map((it) => it.commentId);
  const failed = items.filter((it) => it.problem !== null);
  const arrived = failed
    .filter(isToSend)
    .filter((it) => comments.some(({ commentId }) => commentId === it.commentId));
  const unsent = failed.filter((it) => !arrived.includes(it));

  const { box, onScroll } = useStayAtEnd<HTMLDivElement>(comments.length + unsent.length);

  // Its answer was lost, and it was stored all the same.
  useEffect(() => arrived.forEach(forget));

  return (
    <div
      className="thread"
      role="region"
      aria-label="Conversation"
      tabIndex={0}
      ref={box}
      onScroll={onScroll}
    >
      <ol className="comments" aria-label="Comments" aria-live="polite" aria-busy={isLoading}>
        {comments
          .filter((it) => !isShownInCard(it, rounds))
          .map((it) => (
            <li key={it.commentId}>
              <Entry
                comment={it}
                rounds={rounds}
                user={user}
                isOnItsWay={onTheirWay.includes(it.commentId)}
              />
            </li>
          ))}
        {unsent.map((it) => (
          <li key={it.commentId}>
            <Unsent item={it} user={user} onAgain={() => outbox.again(it)} onDiscard={() => discard(it)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A comment that its author gives up is not taken for one that has arrived. */
const isToSend = ({ problem }: Outgoing): boolean => problem !== 'discarding' && problem !== 'undiscarded';

interface EntryProps {
  readonly comment: Timed;
  readonly rounds: readonly Round[];
  readonly user: Person;
  readonly isOnItsWay: boolean;
}

function Entry({ comment, rounds, user, isOnItsWay }: EntryProps) {
  const mark = comment.approval as ApprovalMark | undefined;
  if (mark === undefined) return <CommentCard comment={comment} isOnItsWay={isOnItsWay} />;
  const round = rounds.find((it) => stepKey(it) === stepKey(mark));
  return <ApprovalCard comment={comment} mark={mark} round={round} user={user} />;
}

/** The reason of a decision is shown with it. */
const isShownInCard = (comment: Timed, rounds: readonly Round[]): boolean =>
  rounds.some((round) => round.decisions.some((it) => isReasonOf(comment, stepKey(round), it.userId)));
