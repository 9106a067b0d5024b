/** The playground: a definition with its findings, its picture, and a trial run. */
import type { DefinitionView } from '@org/approval-core';
import { type Html, html } from '../../html/html.js';
import { type Context, type Page, given } from '../context.js';
import { draftIn, faultPart, previewPart } from './preview.js';
import { type Draft, savePart } from './save.js';
import { answersOf } from './simulation.js';

const EXAMPLE = {
  definitionId: 'my-approval',
  name: 'My approval',
  strict: true,
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: { reviewers: [{ userId: 'maria', mandatory: true }], onReject: { end: 'rejected' } },
    },
  ],
};

export async function playgroundPage(context: Context): Promise<Page> {
  const { site } = context;
  const text = context.given.get('text') ?? JSON.stringify(await startOf(context), null, 2);
  return {
    place: 'definitions',
    title: 'Playground',
    content: html`<p>
        The draft is checked, drawn and simulated as you type. Press Ctrl+Space for completions.
        ${site.may('define') ? 'Drafts are not stored until you save them.' : 'Drafts are not stored: copy the text when you are done.'}
      </p>
      <div class="columns">
        <form id="draft" method="post" action="${site.url('playground')}">
          <label for="text">Definition, as JSON</label>
          <div class="editor">
            <textarea
              id="text"
              name="text"
              spellcheck="false"
              wrap="off"
              rows="30"
              aria-autocomplete="list"
              aria-controls="options"
              data-complete="${site.url('complete')}"
            >
${text}</textarea>
            <ul id="options" role="listbox" aria-label="What can stand here" hidden></ul>
          </div>
          <button class="plain">Check</button>
        </form>
        <div id="preview" aria-live="polite">${await previewOf(context, text)}</div>
      </div>`,
  };
}

/** Fields of a stored definition that its author does not write. */
const SET_BY_SERVER: ReadonlySet<string> = new Set<keyof DefinitionView>([
  'version',
  'createdAt',
  'updatedAt',
  'status',
  'compiled',
  'warnings',
]);

/** The stored definition, without server-set fields. */
async function startOf(context: Context): Promise<object> {
  const definitionId = given(context, 'id');
  if (definitionId === undefined) return EXAMPLE;
  const version = Number(given(context, 'version') ?? Number.NaN);
  const [organizationId, documentId] = [given(context, 'organizationId'), given(context, 'documentId')];
  const view = await context.operations.definitions.get({
    definitionId,
    ...(organizationId !== undefined && { organizationId }),
    ...(documentId !== undefined && { documentId }),
    ...(Number.isSafeInteger(version) && version > 0 && { version }),
  });
  const own = Object.fromEntries(Object.entries(view.scope).filter(([, it]) => it !== null));
  const written = Object.entries({ ...view, scope: view.scope.organizationId === null ? null : own });
  return Object.fromEntries(written.filter(([field, it]) => it !== null && !SET_BY_SERVER.has(field)));
}

async function previewOf(context: Context, text: string): Promise<Html> {
  const draft = draftIn(text);
  if ('fault' in draft) return faultPart(draft.fault);
  const { value } = draft;
  const checked = await context.operations.definitions.validate(value as never);
  const preview = previewPart(value, checked, { answers: answersOf(context), now: context.now() });
  return html`${preview}${checked.valid && (await savePart(context, value as Draft))}`;
}
