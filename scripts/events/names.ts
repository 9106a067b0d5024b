/** The list of external events, generated from their entries in core. */
import { fileURLToPath } from 'node:url';
import { EVENTS } from '../../packages/core/src/interpreter/events/events.js';

/** The file that holds the list. */
export const NAMES = fileURLToPath(
  new URL('../../packages/internal/src/event-types.gen.ts', import.meta.url),
);

const record = (name: string, doc: string, members: readonly string[]): string =>
  `/** ${doc} */\nexport const ${name} = {\n${members.map((it) => `  ${it},\n`).join('')}} as const;\n`;

/** The text of that file. */
export function namesText(): string {
  const external = Object.entries(EVENTS).filter(([, it]) => it.external);
  const endings = external.filter(([type]) => type.startsWith('step.'));
  return [
    '/** Made by `npm run events` from `packages/core/src/interpreter/events/`; do not edit. */\n',
    record(
      'EXTERNAL_EVENTS',
      'Types of the events that leave the engine (contract section 11).',
      external.map(([type]) => `'${type}': true`),
    ),
    record(
      'STEP_ENDINGS',
      'The status that a step has after an event that leaves the engine and ends it.',
      endings.flatMap(([type, { ends }]) => (ends === undefined ? [] : [`'${type}': '${ends}'`])),
    ),
  ].join('\n');
}
