/** Summary of the conversation, which everybody may change: two people may do so at once. */
import { type SubmitEvent, useRef } from 'react';
import { ConflictError } from '@org/approval-comments';
import { useCommentAnnotations, useCommentsClient } from '@org/approval-comments/react';
import { SUMMARY_EVENT, THREAD_ID, type Person } from '../setting.js';
import { createStored } from './stored.js';

interface Draft {
  readonly text: string;
  /** Text that its author last saw. */
  readonly over: string;
  /** Text in the last refusal; it may be newer than the text read. */
  readonly theirs?: string;
  readonly problem: 'unreachable' | 'saving' | null;
}

const drafts = createStored<Draft | null>('summary', null, (left) => left && { ...left, problem: null });

export function Summary({ user }: { readonly user: Person }) {
  const client = useCommentsClient();
  const thread = useCommentAnnotations().find((it) => it.annotationId === THREAD_ID);
  const draft = drafts.use(user.userId);
  /** The write that failed, so that it can be made again. */
  const failed = useRef<unknown>(null);
  if (thread === undefined) return null;
  const stored = typeof thread.summary === 'string' ? thread.summary : '';
  const shown = draft?.theirs ?? stored;
  const put = (next: Draft | null) => drafts.set(user.userId, next);

  const save = async ({ text, over }: Draft) => {
    put({ text, over, problem: 'saving' });
    const again = failed.current;
    failed.current = null;
    try {
      if (again === null) await client.updateCommentAnnotation(THREAD_ID, { summary: text }, SUMMARY_EVENT);
      else await client.retry(again);
      put(null);
    } catch (error) {
      if (error instanceof ConflictError) {
        failed.current = error;
        // The author sees it above their own words, and decides.
        const { summary } = error.current ?? {};
        put({ text, over, theirs: typeof summary === 'string' ? summary : '', problem: null });
      } else put({ text, over, problem: 'unreachable' });
    }
  };

  return (
    <section className="summary" aria-label="Summary">
      <p className="summary-words">{shown === '' ? 'No summary yet.' : shown}</p>
      {draft === null ? (
        <button
          type="button"
          className="quiet"
          onClick={() => put({ text: shown, over: shown, problem: null })}
        >
          Edit summary
        </button>
      ) : (
        <Editor
          draft={draft}
          isChanged={draft.problem !== 'saving' && (draft.theirs !== undefined || shown !== draft.over)}
          onText={(text) => {
            // Other words are another write.
            failed.current = null;
            put({ ...draft, text });
          }}
          onSave={() => void save({ text: draft.text, over: shown, problem: null })}
          onCancel={() => put(null)}
        />
      )}
    </section>
  );
}

interface EditorProps {
  readonly draft: Draft;
  /** True when another user has written since. */
  readonly isChanged: boolean;
  readonly onText: (text: string) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

function Editor({ draft, isChanged, onText, onSave, onCancel }: EditorProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (draft.problem !== 'saving') onSave();
  };
  return (
    <form onSubmit={submit}>
      <textarea
        aria-label="Your summary"
        rows={2}
        maxLength={1_000}
        value={draft.text}
        onChange={(event) => onText(event.target.value)}
      />
      {isChanged && (
        <p role="alert" className="error">
          Somebody else has changed the summary meanwhile; it stands above. Yours was not saved.
        </p>
      )}
      {draft.problem === 'unreachable' && (
        <p role="alert" className="error">
          Not saved: the server did not answer.
        </p>
      )}
      <div className="actions">
        <button type="submit" aria-disabled={draft.problem === 'saving'}>
          {isChanged ? 'Replace it with mine' : 'Save summary'}
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          {isChanged ? 'Keep theirs' : 'Cancel'}
        </button>
      </div>
    </form>
  );
}
