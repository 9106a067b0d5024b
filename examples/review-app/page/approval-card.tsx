import type { ApprovalMark } from '@org/approval-comments/bridge';
import type { Person } from '../setting.js';
import type { Decided, Round } from './approvals.js';
import { When } from './dates.js';
import { nameOf, namesOf } from './mentions.js';
import type { Timed } from './use-thread.js';
import { Words } from './words.js';

interface ApprovalCardProps {
  readonly comment: Timed;
  /** The thread's data of the step. */
  readonly mark: ApprovalMark;
  /** The engine's data of the step; undefined if not read yet, or too old. */
  readonly round: Round | undefined;
  readonly user: Person;
}

const RESULTS: Readonly<Record<string, { readonly sign: string; readonly words: string }>> = {
  waiting: { sign: '?', words: 'Waiting' },
  approve: { sign: '✓', words: 'Approved' },
  reject: { sign: '↺', words: 'Changes requested' },
  completed: { sign: '✓', words: 'Completed' },
  failed: { sign: '!', words: 'Failed' },
  breached: { sign: '!', words: 'Too late' },
  cancelled: { sign: '–', words: 'Cancelled' },
};

export function ApprovalCard({ comment, mark, round, user }: ApprovalCardProps) {
  const result = resultOf(mark, round);
  const { sign, words } = RESULTS[result] ?? { sign: '–', words: result };
  const number = round?.number ?? 1;
  const title = number === 1 ? 'Approval' : `Approval, round ${number}`;
  return (
    <article className="comment approval" data-result={result} aria-label={title}>
      <header>
        <span className="sign" aria-hidden="true">
          {sign}
        </span>
        <strong>{title}</strong>
        <When at={comment.createdAt} />
        <span className="mark">{words}</span>
      </header>
      {number === 1 ? <Words text={comment.commentText} /> : <AskedAnew before={round?.before ?? []} />}
      {round && round.waitingFor.length > 0 && <Waiting waitingFor={round.waitingFor} user={user} />}
      {round?.decisions.map((it) => (
        <DecisionLine key={it.userId} {...it} />
      ))}
    </article>
  );
}

/** The engine knows first; the thread is marked a moment later. */
function resultOf(mark: ApprovalMark, round: Round | undefined): string {
  if (round === undefined) return mark.decision ?? mark.status;
  if (round.status === 'waiting') return 'waiting';
  const rejection = round.decisions.find((it) => it.decision === 'reject');
  const last = rejection ?? round.decisions.at(-1);
  return round.status === 'completed' && last ? last.decision : round.status;
}

const AskedAnew = ({ before }: { readonly before: readonly Decided[] }) => (
  <p className="words">
    {namesOf(before.filter((it) => it.decision === 'reject').map((it) => it.userId))} requested changes.
    Please check the contract once more.
  </p>
);

function Waiting({ waitingFor, user }: { readonly waitingFor: readonly string[]; readonly user: Person }) {
  const others = waitingFor.filter((it) => it !== user.userId);
  const isMine = others.length < waitingFor.length;
  return (
    <p className="hint">
      {isMine ? 'You decide' : `Waiting for ${namesOf(others)}`}
      {isMine && others.length > 0 && `, and so does ${namesOf(others)}`}
    </p>
  );
}

const DecisionLine = ({ userId, decision, at, reason }: Decided) => (
  <div className="decided" data-result={decision}>
    <p>
      {decision === 'approve' ? 'Approved by' : 'Changes requested by'} <strong>{nameOf(userId)}</strong>{' '}
      <When at={at} />
    </p>
    {reason !== null && (
      <blockquote>
        <Words text={reason} />
      </blockquote>
    )}
  </div>
);
