/** The result in sentences. */
import type { Verified } from './options.js';
import type { Verdict } from './verdict.js';

const MEANINGS: Readonly<Record<Verdict, string>> = {
  MALFORMED: 'the file cannot be read as a bundle, or holds something that no record has.',
  FORKED: 'the operator signed two versions of the log that contradict each other.',
  ALTERED: 'the file holds something else than what was recorded.',
  TRUNCATED: 'something that was recorded is missing.',
  WITHHELD: 'texts or people are not shown, and no logged redaction covers them.',
  INTACT: 'what the bundle shows is what was recorded.',
};

/** Limits of each result. */
const NOT_COMPLETE = 'The bundle is not complete: an execution that was left out of it does not show.';
const NOT_RETAINED =
  'No retained checkpoint was given: the owner of the signing key can have written the log anew. Keep the checkpoint of this bundle, or ask for one that others kept.';
const NOT_BEGUN =
  'No record shows that an execution was never started, or that a decision was never asked for.';

export function textOf(
  result: Omit<Verified, 'text'>,
  { isRetained }: { readonly isRetained: boolean },
): string {
  const { verdict, runs, complete, expired } = result;
  const sum = (of: (run: Verified['runs'][number]) => number) =>
    runs.reduce((total, run) => total + of(run), 0);
  const [redacted, erased, withheld] = [
    sum((it) => it.redacted),
    sum((it) => it.erased),
    sum((it) => it.withheld),
  ];
  const unanchored = runs.filter((it) => it.unanchoredFrom !== null);
  const unchained = runs.filter((it) => it.until > 0);
  const epochs = new Set(runs.flatMap(({ epoch }) => (epoch !== null && epoch > 1 ? [epoch] : [])));
  return [
    `${verdict}${withheld > 0 ? ` (${withheld} not shown)` : ''}: ${MEANINGS[verdict]}`,
    ...(redacted > 0 ? [`REDACTED ${redacted}: texts were erased, and the log says so.`] : []),
    ...(erased > 0 ? [`ERASED ${erased}: people were erased, and the log says so.`] : []),
    ...unanchored
      .slice(0, 10)
      .map(
        (it) =>
          `UNANCHORED: no checkpoint that you trust proves ${it.run} from event ${it.unanchoredFrom} on.`,
      ),
    ...(unanchored.length > 10 ? [`UNANCHORED: ${unanchored.length - 10} more executions.`] : []),
    ...unchained.slice(0, 10).map((it) => `UNCHAINED: nothing is said of ${it.run} up to event ${it.until}.`),
    ...(unchained.length > 10 ? [`UNCHAINED: ${unchained.length - 10} more executions.`] : []),
    ...(expired > 0 ? [`EXPIRED: ${expired} executions were deleted by retention.`] : []),
    ...[...epochs].map(
      (it) =>
        `EPOCH ${it}: the log was begun again. What links it to the one before is a statement of the operator.`,
    ),
    ...(complete ? [] : [NOT_COMPLETE]),
    ...(isRetained ? [] : [NOT_RETAINED]),
    NOT_BEGUN,
  ].join('\n');
}
