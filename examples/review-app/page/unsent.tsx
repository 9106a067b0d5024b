import type { Person } from '../setting.js';
import { Avatar } from './avatar.js';
import type { Outgoing } from './outbox.js';
import { Words } from './words.js';

interface UnsentProps {
  readonly item: Outgoing;
  readonly user: Person;
  readonly onAgain: () => void;
  readonly onDiscard: () => void;
}

const PROBLEMS: Readonly<Record<NonNullable<Outgoing['problem']>, string>> = {
  unreachable: 'Not sent: the server did not answer.',
  interrupted: 'Not sent: the page was closed before it arrived.',
  conflict:
    'Not sent: the conversation has changed meanwhile. Read what is new, and send it if it still fits.',
  discarding: 'Discarding…',
  undiscarded: 'Not discarded: the server did not answer, and may have stored the comment.',
};

/** A comment that did not arrive, with its words, until it does or its author gives it up. */
export function Unsent({ item, user, onAgain, onDiscard }: UnsentProps) {
  if (item.problem === null) return null;
  return (
    <article className="comment unsent" aria-label={`Unsent comment by ${user.name}`}>
      <header>
        <Avatar name={user.name} />
        <strong>{user.name}</strong>
      </header>
      <Words text={item.text} />
      <p role="alert" className="error">
        {PROBLEMS[item.problem]}
      </p>
      <div className="actions">
        <button type="button" onClick={onAgain}>
          Try again
        </button>
        <button type="button" className="quiet" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </article>
  );
}
