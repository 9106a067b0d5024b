import { type SubmitEvent, useId } from 'react';
import type { Person } from '../setting.js';
import { SEND_KEY } from './keys.js';
import { MentionField } from './mention-field.js';
import { EMPTY } from './mentions.js';
import { createStored } from './stored.js';

/** Drafts by user: signing in again restores them. */
const drafts = createStored('draft', EMPTY);

interface ComposerProps {
  readonly user: Person;
  readonly onSend: (text: string) => void;
}

/** The field clears when the comment is sent; the thread shows its progress. */
export function Composer({ user, onSend }: ComposerProps) {
  const id = useId();
  const draft = drafts.use(user.userId);
  const words = draft.text.trim();
  const send = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (words === '') return;
    drafts.set(user.userId, EMPTY);
    onSend(words);
  };
  return (
    <form className="composer" onSubmit={send}>
      <MentionField
        user={user}
        draft={draft}
        hintId={`${id}-hint`}
        onDraft={(changed) => drafts.set(user.userId, changed.text === '' ? EMPTY : changed)}
        onSend={send}
      />
      <div className="composer-foot">
        <p className="hint" id={`${id}-hint`}>
          @ mentions a colleague, {SEND_KEY} sends
        </p>
        <button type="submit" className="primary" aria-disabled={words === ''}>
          Comment
        </button>
      </div>
    </form>
  );
}
