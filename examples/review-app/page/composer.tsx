import { type KeyboardEvent, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { PEOPLE, type Person } from '../setting.js';
import { suggestionsFor, withMention } from './mentions.js';

interface ComposerProps {
  readonly user: Person;
  readonly onSend: (text: string) => Promise<void>;
}

export function Composer({ user, onSend }: ComposerProps) {
  const [draft, setDraft] = useState({ text: '', caret: 0 });
  const [state, setState] = useState<'open' | 'sending' | 'failed'>('open');
  const words = draft.text.trim();

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (words === '' || state === 'sending') return;
    setState('sending');
    onSend(words).then(
      () => {
        setDraft({ text: '', caret: 0 });
        setState('open');
      },
      () => setState('failed'),
    );
  };

  return (
    <form className="composer" onSubmit={send}>
      <MentionField user={user} draft={draft} onDraft={setDraft} />
      {state === 'failed' && (
        <p role="alert" className="error">
          The comment was not saved; it is still here. Try again.
        </p>
      )}
      <div className="composer-foot">
        <p className="hint" id="composer-hint">
          Type @ to mention a colleague
        </p>
        <button type="submit" className="primary" aria-disabled={words === '' || state === 'sending'}>
          Comment
        </button>
      </div>
    </form>
  );
}

interface Draft {
  readonly text: string;
  readonly caret: number;
}

interface FieldProps {
  readonly user: Person;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function MentionField({ user, draft, onDraft }: FieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState('');
  const others = PEOPLE.filter((it) => it.userId !== user.userId);
  const found = draft.text === dismissed ? [] : suggestionsFor(draft.text.slice(0, draft.caret), others);
  const active = found[chosen % Math.max(found.length, 1)];

  // React puts the caret at the end of a text that it changes.
  useLayoutEffect(() => {
    const { current } = field;
    if (current?.selectionStart !== draft.caret) current?.setSelectionRange(draft.caret, draft.caret);
  }, [draft]);

  const take = (person: Person) => {
    onDraft(withMention(draft.text, draft.caret, person));
    setChosen(0);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (active === undefined) return;
    const move = { ArrowDown: 1, ArrowUp: found.length - 1 }[event.key];
    if (move !== undefined) setChosen((chosen + move) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(active);
    else if (event.key === 'Escape') setDismissed(draft.text);
    else return;
    event.preventDefault();
  };

  return (
    <div className="mention-field">
      <label htmlFor={`${id}-text`}>Write a comment</label>
      <textarea
        id={`${id}-text`}
        ref={field}
        rows={3}
        value={draft.text}
        onChange={({ target }) => onDraft({ text: target.value, caret: target.selectionStart })}
        onKeyDown={onKey}
        aria-describedby="composer-hint"
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active && `${id}-${active.userId}`}
      />
      <Suggestions id={id} people={found} active={active} onTake={take} />
    </div>
  );
}

interface SuggestionsProps {
  readonly id: string;
  readonly people: readonly Person[];
  readonly active: Person | undefined;
  readonly onTake: (person: Person) => void;
}

function Suggestions({ id, people, active, onTake }: SuggestionsProps) {
  if (people.length === 0) return null;
  return (
    <ul className="suggestions" role="listbox" id={`${id}-list`} aria-label="Colleagues">
      {people.map((it) => (
        <li
          key={it.userId}
          id={`${id}-${it.userId}`}
          role="option"
          aria-selected={it === active}
          // Before the text loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(it);
          }}
        >
          {it.name}
        </li>
      ))}
    </ul>
  );
}
