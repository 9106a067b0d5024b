/** Linter, drawing and interpreter of the playground, bundled for browsers. */
import { type CompiledOrIssues, compileDefinition } from '@org/approval-core';
import { offsetsIn, positionAt } from '../../../packages/cli/src/files/locate.js';
import { type Html, html, textOf } from '../../../packages/inspector/src/html/html.js';
import {
  type Checked,
  draftIn,
  faultPart,
  previewPart,
} from '../../../packages/inspector/src/pages/playground/preview.js';
import { answersOf } from '../../../packages/inspector/src/pages/playground/simulation.js';

export { EXAMPLES } from './examples.js';
export { highlight } from './highlight.js';

export interface Preview {
  /** HTML of findings, picture and simulated run. */
  readonly html: string;
  /** One sentence for screen readers. */
  readonly summary: string;
}

function checkedOf(result: CompiledOrIssues): Checked {
  const { warnings } = result;
  return result.ok
    ? { valid: true, issues: [], warnings, compiled: result.compiled }
    : { valid: false, issues: result.issues, warnings, compiled: null };
}

/** Returns the preview of the submitted fields `text`, `answers` and `answer`. */
export function preview(given: URLSearchParams, now: number): Preview {
  const text = given.get('text') ?? '';
  const draft = draftIn(text);
  if ('fault' in draft) return { html: textOf(faultPart(draft.fault)), summary: 'Not valid JSON yet' };
  const checked = checkedOf(compileDefinition(draft.value));
  const offsetOf = offsetsIn(text);
  const position = ({ path }: { readonly path: string }): Html => {
    const offset = offsetOf(path);
    const { line } = positionAt(text, offset);
    return html`<button type="button" class="at" data-offset="${offset}">line ${line}</button>`;
  };
  const content = previewPart(draft.value, checked, { answers: answersOf({ given }), now, position });
  return { html: textOf(content), summary: checked.valid ? 'Valid' : `${checked.issues.length} to fix` };
}
