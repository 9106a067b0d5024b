/** Saves a draft as a version, on top of the version that the page has seen. */
import { ApprovalError, type DefinitionView, type JsonValue } from '@org/approval-core';
import { fieldOf, fromJson, isJsonObject } from '@org/approval-internal/json';
import { type Html, html } from '../../html/html.js';
import { type Context, PageError, given } from '../context.js';

export type Draft = Readonly<Record<string, JsonValue>>;

interface Target {
  readonly definitionId: string;
  readonly organizationId?: string;
  readonly documentId?: string;
}

/** Id and scope of the definition of a draft. */
function targetOf({ definitionId, scope }: Draft): Target | null {
  if (typeof definitionId !== 'string') return null;
  const ids = ['organizationId', 'documentId'].flatMap((it) => {
    const id = fieldOf(scope, it);
    return typeof id === 'string' ? [[it, id] as const] : [];
  });
  return { definitionId, ...Object.fromEntries(ids) };
}

const sameScope = ({ scope }: DefinitionView, target: Target): boolean =>
  (scope.organizationId ?? undefined) === target.organizationId &&
  (scope.documentId ?? undefined) === target.documentId;

/** The stored definition of that id and scope; null for a new one. */
async function keptOf({ operations }: Context, target: Target): Promise<DefinitionView | null> {
  try {
    const found = await operations.definitions.get({ ...target });
    return sameScope(found, target) ? found : null;
  } catch (error) {
    if (error instanceof ApprovalError && error.status === 'NOT_FOUND') return null;
    throw error;
  }
}

/** The save form of a valid draft. */
export async function savePart(context: Context, draft: Draft): Promise<Html | null> {
  const { site } = context;
  const target = targetOf(draft);
  if (!site.may('define') || target === null) return null;
  const kept = await keptOf(context, target);
  const version = kept?.version ?? 0;
  const follows =
    version === 0
      ? 'You can dispatch it from then on.'
      : `Active runs keep their version; new ones run version ${version + 1}.`;
  return html`<details class="action">
    <summary>Save as version ${version + 1}</summary>
    <p>${follows} Versions cannot be deleted.</p>
    <input type="hidden" form="draft" name="ifVersion" value="${version}" />
    <button form="draft" formaction="${site.url('save')}">Save ${target.definitionId} v${version + 1}</button>
  </details>`;
}

/** Fields that the page shows: if the draft lacks one, its author removed it. */
const SHOWN = ['description', 'groups', 'loops'] as const;

export async function save(context: Context): Promise<string> {
  const { site, operations } = context;
  if (!site.may('define')) throw new PageError(403, 'You may not save definitions.');
  const ifVersion = Number(given(context, 'ifVersion') ?? Number.NaN);
  const draft = draftIn(context.given.get('text') ?? '');
  const target = draft === null ? null : targetOf(draft);
  if (draft === null || target === null)
    throw new PageError(400, 'The draft is not a JSON object with a definitionId.');
  if (!Number.isSafeInteger(ifVersion) || ifVersion < 0)
    throw new PageError(400, 'The form lacks "ifVersion".');
  if (ifVersion === 0) await operations.definitions.create(draft as never);
  else {
    const { scope: _, ...fields } = draft;
    const gone = Object.fromEntries(SHOWN.filter((it) => !(it in draft)).map((it) => [it, null]));
    await operations.definitions.update({ ...gone, ...fields, ...target, ifVersion });
  }
  return site.url('definition', {
    id: target.definitionId,
    organizationId: target.organizationId,
    documentId: target.documentId,
  });
}

/** Null for anything but a JSON object. */
function draftIn(text: string): Draft | null {
  try {
    const value = fromJson(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
