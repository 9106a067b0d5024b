import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { isComposing, isSendKey } from './keys.js';
import type { Decision } from './runs.js';

interface FormProps {
  readonly decision: Decision;
  readonly text: string;
  readonly state: 'open' | 'sending' | 'failed';
  readonly onText: (text: string) => void;
  readonly onCancel: () => void;
  readonly onDecide: (decision: Decision) => Promise<void>;
}

const WORDS = {
  approve: { label: 'A note (optional)', send: 'Approve for signature', className: 'primary good' },
  reject: { label: 'What has to change?', send: 'Request changes', className: 'primary changes' },
} as const;

/** The second step: says what will happen, and takes the words to it. Escape goes back. */
export function DecisionForm({ decision, text, state, onText, onCancel, onDecide }: FormProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const { label, send, className } = WORDS[decision];
  useEffect(() => field.current?.focus(), []);

  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    const isMissing = decision === 'reject' && text.trim() === '';
    setReasonMissing(isMissing);
    if (isMissing) field.current?.focus();
    else void onDecide(decision);
  };

  return (
    <form
      className="decision-form"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}
    >
      <label htmlFor={`${id}-text`}>{label}</label>
      <textarea
        id={`${id}-text`}
        ref={field}
        rows={3}
        maxLength={2_000}
        value={text}
        aria-required={decision === 'reject'}
        aria-invalid={isReasonMissing}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) submit();
        }}
      />
      <p
        id={`${id}-hint`}
        className={isReasonMissing ? 'error' : 'hint'}
        role={isReasonMissing ? 'alert' : undefined}
      >
        {isReasonMissing
          ? 'Say what has to change: the author has nothing else to go by.'
          : 'A decision cannot be taken back.'}
      </p>
      {state === 'failed' && (
        <p role="alert" className="error">
          The decision was not recorded; your words are still here. Try again.
        </p>
      )}
      <div className="actions">
        <button type="submit" className={className} aria-disabled={state === 'sending'}>
          {state === 'sending' ? 'Sending…' : send}
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
