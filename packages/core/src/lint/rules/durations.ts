/** Durations in seconds where milliseconds are meant. */
import type { DefinitionNode } from '../../definition/definition.js';
import { isInSeconds, isTooShort, isTooShortForPeople } from '../../definition/in-seconds.js';
import type { Path } from '../../definition/path.js';
import { isDecidedByPeople } from '../../nodes/schema.js';
import type { Finding, Rule } from '../rule.js';

type Durations = readonly (readonly [Path, number])[];

/** Fields of an object whose names end with `Ms`. */
function durationsIn(object: object | undefined, at: Path): Durations {
  return Object.entries(object ?? {}).flatMap(([name, ms]: [string, unknown]) =>
    name.endsWith('Ms') && typeof ms === 'number' ? [[[...at, name], ms] as const] : [],
  );
}

/** The config of every kind is strict: each `Ms` directly in it is a duration. */
function durationsOf(node: DefinitionNode): Durations {
  const { slaMs, sla, retry, config } = node;
  const reminders = isDecidedByPeople(node) ? (node.config?.reminders ?? []) : [];
  return [
    ...durationsIn({ slaMs }, []),
    ...durationsIn(sla, ['sla']),
    ...durationsIn(retry, ['retry']),
    ...durationsIn(config, ['config']),
    ...reminders.flatMap((it, index) => durationsIn(it, ['config', 'reminders', index])),
  ];
}

/** Pauses between retries may be as short as they are written. */
function faultOf(node: DefinitionNode, [first]: Path, ms: number): string | null {
  if (first === 'retry') return isInSeconds(ms) ? THIS_IS : null;
  if (isDecidedByPeople(node)) return isTooShortForPeople(ms) ? 'people would have' : null;
  return isTooShort(ms) ? THIS_IS : null;
}
const THIS_IS = 'this is';

function finding(subject: string, ms: number, path: Path): Finding<'duration-too-short'> {
  const message = `${subject} ${ms / 1_000} s: durations are in milliseconds; if ${ms} are seconds, write ${ms * 1_000}`;
  return { code: 'duration-too-short', message, path };
}

/** Seconds are the usual mistake, and would end a step of people at once. */
const durationTooShort: Rule<'duration-too-short'> = {
  codes: ['duration-too-short'],
  reads: 'element',
  check: ({ nodes, definition }) => [
    ...nodes.flatMap(({ node, path }) =>
      durationsOf(node).flatMap(([at, ms]) => {
        const fault = faultOf(node, at, ms);
        return fault === null ? [] : [{ ...finding(fault, ms, [...path, ...at]), nodeId: node.nodeId }];
      }),
    ),
    ...(definition.triggers ?? []).flatMap(({ schedule }, index) =>
      durationsIn(schedule, ['triggers', index, 'schedule'])
        .filter(([, ms]) => isInSeconds(ms))
        .map(([at, ms]) => finding(THIS_IS, ms, at)),
    ),
  ],
};

export const durationRules = [durationTooShort];
