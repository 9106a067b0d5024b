/** The scenarios of every framework without a gate, and the words for their outcomes. */
export const SCENARIOS = {
  changed: 'The call is changed after it was approved',
  forged: 'A client forges the approval',
  later: 'The answer lands on a later call with the same id',
  restart: 'The process is killed after the call, before it stored that',
  timeout: 'The decision comes after a year',
  denied: 'Denied, then approved with the old state',
} as const;

export type Scenario = keyof typeof SCENARIOS;

/** A mail that the tool sent: one per execution. */
export interface Mail {
  to: string;
}

/** The approved mail. */
export const ANN: Mail = { to: 'ann@example.com' };
/** A mail without approval. */
export const EVE: Mail = { to: 'eve@example.com' };

/** Describes an outcome in a few words, from the sent mails and the error. */
export function wordsFor(sent: readonly Mail[], thrown?: unknown): string {
  const error = thrown === undefined ? '' : ` (${nameOf(thrown)})`;
  if (sent.length === 0) return `not executed${error}`;
  const strangers = sent.filter(({ to }) => to === EVE.to).length;
  const what = strangers === 0 ? 'executed' : 'executed without approval';
  return sent.length === 1 ? what : `executed ${sent.length} times`;
}

const nameOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' || error.name === ''
    ? error.message.slice(0, 60)
    : error.name.replace(/^AI_/, '');
};

/** Runs a scenario and describes its outcome; `only` limits it to mails to that recipient. */
export async function happened(
  sent: readonly Mail[],
  run: () => Promise<unknown>,
  only?: Mail,
): Promise<string> {
  const seen = () => sent.filter(({ to }) => only === undefined || to === only.to);
  try {
    await run();
  } catch (error) {
    return wordsFor(seen(), error);
  }
  return wordsFor(seen());
}

/** One row of the table: a framework, and its outcome in each scenario. */
export interface Row {
  framework: string;
  /** Setup of the framework's own approval. */
  set: string;
  seen: Record<Scenario, string>;
}

export const YEAR_MS = 365 * 24 * 3_600_000;

/** Moves the clock of the process forward; timers are unaffected. */
export async function aYearLater<T>(run: () => Promise<T>): Promise<T> {
  const now = Date.now.bind(Date);
  Date.now = () => now() + YEAR_MS;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
}
