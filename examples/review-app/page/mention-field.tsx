import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { PEOPLE, type Person } from '../setting.js';
import { Avatar } from './avatar.js';
import { isComposing, isSendKey } from './keys.js';
import { type Draft, suggestionsFor, typed, withMention } from './mentions.js';

interface FieldProps {
  readonly user: Person;
  readonly draft: Draft;
  readonly hintId: string;
  readonly onDraft: (draft: Draft) => void;
  readonly onSend: () => void;
}

export function MentionField({ user, draft, hintId, onDraft, onSend }: FieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState('');
  const [isFocused, setFocused] = useState(false);
  const others = PEOPLE.filter((it) => it.userId !== user.userId);
  const isOffered = isFocused && draft.text !== dismissed;
  const found = isOffered ? suggestionsFor(draft.text.slice(0, draft.caret), others) : [];
  const active = found[chosen % Math.max(found.length, 1)];

  // React puts the caret at the end of a text that it changes.
  useLayoutEffect(() => {
    const { current } = field;
    if (current?.selectionStart !== draft.caret) current?.setSelectionRange(draft.caret, draft.caret);
  }, [draft]);

  const take = (person: Person) => {
    onDraft(withMention(draft, person));
    setChosen(0);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (isSendKey(event)) onSend();
    else if (active === undefined) return;
    else if (event.key === 'ArrowDown') setChosen((chosen + 1) % found.length);
    else if (event.key === 'ArrowUp') setChosen((chosen + found.length - 1) % found.length);
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
        rows={2}
        maxLength={10_000}
        value={draft.text}
        onChange={({ target }) => onDraft(typed(draft, target.value, target.selectionStart))}
        onKeyDown={onKey}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        aria-describedby={hintId}
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
          <Avatar name={it.name} /> {it.name}
        </li>
      ))}
    </ul>
  );
}
