/** Templates and paths in the presentations of a definition, and where they are written. */
import type { DefinitionFact, DefinitionPresentation } from '../definition/types.js';
import { RUN_ROOTS, STEP_ROOTS } from '../definition/presentation.js';
import type { Path } from '../definition/path.js';
import { parseTemplate, pathFault } from '../expression/template.js';
import { isDecidedByPeople } from '../nodes/schema.js';
import type { LintModel } from './model.js';

/** A template or a path. */
export type PresentedText = {
  readonly path: Path;
  readonly nodeId: string | undefined;
  readonly roots: readonly string[];
} & ({ readonly template: string } | { readonly value: string });

/** Every template and path, in the order written. */
export function* presentedTexts({ definition, nodes }: LintModel): Generator<PresentedText> {
  yield* textsIn(definition.presentation, { path: ['presentation'], nodeId: undefined, roots: RUN_ROOTS });
  for (const { node, path } of nodes) {
    if (!isDecidedByPeople(node)) continue;
    const at = [...path, 'config', 'presentation'];
    yield* textsIn(node.config?.presentation, { path: at, nodeId: node.nodeId, roots: STEP_ROOTS });
  }
}

type Place = Pick<PresentedText, 'path' | 'nodeId' | 'roots'>;

function* textsIn(presentation: DefinitionPresentation | undefined, place: Place): Generator<PresentedText> {
  if (presentation === undefined) return;
  const { title, facts = [], url } = presentation;
  if (title !== undefined) yield { ...place, path: [...place.path, 'title'], template: title };
  for (const [index, { value }] of facts.entries())
    yield* textsOfValue(value, { ...place, path: [...place.path, 'facts', index, 'value'] });
  if (url !== undefined) yield { ...place, path: [...place.path, 'url'], template: url };
}

function* textsOfValue(value: DefinitionFact['value'], place: Place): Generator<PresentedText> {
  if (typeof value === 'string') {
    yield { ...place, template: value };
    return;
  }
  for (const [name, it] of Object.entries(value)) {
    const at = { ...place, path: [...place.path, name] };
    if (typeof it === 'string') yield name === 'path' ? { ...at, value: it } : { ...at, template: it };
  }
}

/** Paths that a text reads, or the message of its fault. */
export function pathsOf(text: PresentedText): readonly (readonly string[])[] | string {
  if ('value' in text) return pathFault(text.value, text.roots) ?? [text.value.split('.')];
  const parsed = parseTemplate(text.template, text.roots);
  if (!parsed.ok) return parsed.message;
  return parsed.template.flatMap((part) => (typeof part === 'string' ? [] : [part.path]));
}
