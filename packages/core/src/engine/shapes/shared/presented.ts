/** Presentations as views show them, within the bytes that a view may repeat. */
import { ROW_FACTS, defaultFacts } from '@org/approval-internal/shown';
import { LIMITS } from '../../../definition/limits.js';
import { deepFreeze } from '../../../definition/freeze.js';
import type { Fact, Presentation } from '../../../definition/presented.js';
import { jsonBytes } from '../../../definition/bytes.js';
import type { CompiledDefinition } from '../../../compile/compiled.js';
import { presentationShown } from '../../../interpreter/presenting/render.js';
import { cutText } from '../../../interpreter/presenting/texts.js';
import type { ExecutionState, StepState } from '../../../interpreter/state.js';

/** The presentation of an execution; null without one. */
export const viewPresentation = ({
  presentation,
}: Pick<ExecutionState, 'presentation'>): Presentation | null => deepFreeze(presentation ?? null);

/**
 * Presentations of the steps, in their order. The newest steps repeat that of the execution, up to
 * 4 MiB in total.
 */
export function stepPresentations(
  { name = '' }: CompiledDefinition,
  { steps, presentation: run }: Pick<ExecutionState, 'presentation' | 'steps'>,
): (Presentation | null)[] {
  const repeats = Math.floor(LIMITS.pageBytes / Math.max(1, jsonBytes(run)));
  return steps.map(({ presentation: own }, index) => {
    const isRepeated = steps.length - index <= repeats;
    return deepFreeze(presentationShown(isRepeated ? run : undefined, own, name));
  });
}

/** Fields of a row. */
export interface RowFields {
  title: string;
  facts: Fact[];
  url: string | null;
  amount: Presentation['amount'];
}

/**
 * Fields of a row about a step. Without a presentation the title is the name of the definition, and
 * the facts are values of the input.
 */
export function rowFields(
  { name, compiled }: { readonly name: string; readonly compiled: CompiledDefinition },
  { presentation: run, triggerContext }: Pick<ExecutionState, 'presentation' | 'triggerContext'>,
  { presentation: own }: Pick<StepState, 'presentation'>,
): RowFields {
  const shown = presentationShown(run, own, compiled.name ?? name);
  if (shown === null) return { title: name, facts: inputFacts(triggerContext), url: null, amount: null };
  const { title, facts, url, amount } = shown;
  return deepFreeze({ title, facts: facts.slice(0, ROW_FACTS), url, amount });
}

const inputFacts = (input: object): Fact[] =>
  defaultFacts(input).map(({ label, value }) => ({
    label: cutText(label, LIMITS.factLabelLength),
    value: typeof value === 'string' ? cutText(value, LIMITS.shownTextLength) : value,
  }));
