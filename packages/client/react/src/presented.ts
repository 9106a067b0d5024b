/** Titles and facts of executions, as texts that React renders without escapes. */
import type { ExecutionView } from '@org/approval-client';
import { defaultFacts, factText as factTextOf, moneyText as moneyTextOf } from '@org/approval-internal/shown';
import { seen } from '@org/approval-internal/unseen';

type Presentation = NonNullable<ExecutionView['presentation']>;
type Run = Pick<ExecutionView, 'presentation' | 'triggerContext' | 'definitionId'>;

/**
 * The presentation of a run. Without one the title is `name`, or the definitionId, and the facts
 * are up to 6 plain values of the input. Unseen characters of the title are visible.
 * @example
 * ```ts
 * import { presentationOf } from '@org/approval-react';
 *
 * const run = { definitionId: 'bills', presentation: null, triggerContext: { amount: 90 } };
 * const { title, facts } = presentationOf(run, 'Bills');
 * console.log(title, facts[0]?.label); // → Bills amount
 * ```
 */
export function presentationOf(
  { presentation, triggerContext, definitionId }: Run,
  name = definitionId,
): Presentation {
  if (presentation !== null) return { ...presentation, title: seen(presentation.title) };
  const none = { url: null, amount: null, table: null, documents: [] };
  return { ...none, title: seen(name), facts: defaultFacts(triggerContext) };
}

/** The value of a fact as text in one line, with unseen characters visible. */
export const factText = (fact: Presentation['facts'][number]): string => factTextOf(fact);

/** An amount with its currency, as in `18,400.00 EUR`. */
export const moneyText = (money: NonNullable<Presentation['amount']>): string => moneyTextOf(money);
