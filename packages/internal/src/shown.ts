/** What every surface shows where nothing says what a run is about. */

/** Facts that a row shows, and default facts. */
export const ROW_FACTS = 6;

/** A default fact. */
export interface DefaultFact {
  label: string;
  value: string | number | boolean;
}

/** The first top-level values of an input that are strings, numbers or booleans, by their keys. */
export function defaultFacts(input: object): DefaultFact[] {
  const facts: DefaultFact[] = [];
  for (const [label, value] of Object.entries(input) as [string, unknown][]) {
    if (facts.length === ROW_FACTS) break;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      facts.push({ label, value });
  }
  return facts;
}
