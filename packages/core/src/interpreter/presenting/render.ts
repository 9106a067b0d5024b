/** Renders what people see before they decide, once, and within its bound. */
import type { CompiledDefinition, CompiledNode } from '../../compile/compiled.js';
import type { CompiledPresentation } from '../../compile/presentation.js';
import { jsonBytes } from '../../definition/bytes.js';
import type { JsonObject } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { type Presentation, type PresentationValues, isShownUrl } from '../../definition/presented.js';
import { ESCAPES } from '../../expression/template.js';
import type { ExecutionHeader } from '../header.js';
import { isDecidedByPeople } from '../../nodes/schema.js';
import type { StepPresentation } from '../step-presentation.js';
import type { ExecutionState, StepState } from '../state.js';
import { renderFact } from './facts.js';
import { type Values, textOf } from './texts.js';

/** Presentation of a new execution; null if its definition has none. */
export function presentationOfRun(
  { presentation, name = '' }: CompiledDefinition,
  header: ExecutionHeader,
): Presentation | null {
  if (presentation === undefined) return null;
  const { title, ...rest } = render(presentation, { execution: executionValues(header) });
  return { ...NOTHING, ...rest, title: title ?? name };
}

/** Own presentation of a new step; null if its node has none. */
export function presentationOfStep(
  node: CompiledNode,
  header: ExecutionHeader,
  { stepId, nodeId, iteration, input }: Pick<StepState, 'stepId' | 'nodeId' | 'iteration' | 'input'>,
): StepPresentation | null {
  if (!isDecidedByPeople(node) || node.presentation === undefined) return null;
  const step = { stepId, nodeId, iteration };
  return render(node.presentation, {
    input,
    output: input['output'],
    execution: executionValues(header),
    step,
  });
}

/** Presentation of plain values, which are never templates. */
export const presentationOfValues = (given: PresentationValues, name: string): Presentation => ({
  title: given.title ?? name,
  facts: (given.facts ?? []).map((it) => (it.value === null ? { ...it, missing: true } : it)),
  url: given.url ?? null,
  amount: given.amount ?? null,
  table: given.table ?? null,
  documents: given.documents ?? [],
});

/** The presentation of a step: its own, with that of its execution. null without either. */
export function presentationShown(
  run: Presentation | undefined,
  own: StepPresentation | undefined,
  name: string,
): Presentation | null {
  if (own === undefined) return run ?? null;
  const base = run ?? { ...NOTHING, title: name };
  return {
    ...base,
    title: own.title ?? base.title,
    facts: [...base.facts, ...own.facts],
    url: own.url ?? base.url,
    ...(own.cut === true && { cut: own.cut }),
  };
}

/** Field of an event about a step; empty without a presentation. */
export function presentedIn(
  { compiled, state }: { readonly compiled: CompiledDefinition; readonly state: ExecutionState },
  step: StepState,
): { readonly presentation?: Presentation } {
  const presentation = presentationShown(state.presentation, step.presentation, compiled.name ?? '');
  return presentation === null ? {} : { presentation };
}

const NOTHING = { facts: [], url: null, amount: null, table: null, documents: [] };

function render({ title, facts, url }: CompiledPresentation, values: Values): StepPresentation {
  return fitting({
    title: title === null ? null : textOf(title, values, LIMITS.nameLength),
    facts: facts.map((it) => renderFact(it, values)),
    url: url === null ? null : urlOf(textOf(url, values, LIMITS.urlLength + 1, ESCAPES.url)),
  });
}

const urlOf = (url: string): string | null => (isShownUrl(url) ? url : null);

/** Leaves out facts at the end until the presentation fits. */
function fitting(whole: StepPresentation): StepPresentation {
  let bytes = jsonBytes({ ...whole, ...NOTHING, cut: true });
  let kept = whole.facts.length;
  for (const fact of whole.facts) bytes += jsonBytes(fact) + 1;
  while (bytes > LIMITS.presentationBytes && kept > 0) {
    kept -= 1;
    bytes -= jsonBytes(whole.facts[kept]) + 1;
  }
  return kept === whole.facts.length ? whole : { ...whole, facts: whole.facts.slice(0, kept), cut: true };
}

function executionValues(header: ExecutionHeader): JsonObject {
  return {
    executionId: header.executionId,
    definitionId: header.definitionId,
    definitionVersion: header.definitionVersion,
    correlationId: header.correlationId,
    organizationId: header.organizationId,
    documentId: header.documentId,
    initiatorId: header.parties?.initiatorId ?? null,
    input: header.triggerContext,
  };
}
