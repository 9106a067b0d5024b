/** `docs/reference/events.md`: every external event with its data. */
import { EXTERNAL_EVENT_TYPES } from '@org/approval-core/interpreter';
import { listOf } from './rows.js';
import { anchorOf } from './shape.js';
import { docOf, exported, fieldsOf, memberOf, typeOf, valueType } from './source.js';

const HEAD = `# Events

Events that \`engine.on\`, \`executions.getEvents\`, the feed and webhooks deliver, exactly as they are stored. \`?\` marks
optional fields. Their order is in [section 11 of the contract](contract.md#11-events). Generated from
\`packages/core/src/interpreter/events/\` by \`npm run docs:reference\`.

`;

const list = (fields: ReturnType<typeof fieldsOf>): string =>
  fields.length === 0
    ? 'No data.\n'
    : listOf(
        fields.map(({ name, type, isOptional, symbol }) => ({
          name,
          type: `\`${type}\``,
          isOptional,
          meaning: docOf(symbol),
        })),
      );

export function eventsPage(): string {
  const envelope = fieldsOf(typeOf(exported('@org/approval-core', 'EventOf')));
  const data = typeOf(exported('@org/approval-core/interpreter', 'EventData'));
  const sections = EXTERNAL_EVENT_TYPES.map((type) => {
    const symbol = memberOf(data, type);
    return `## ${type}\n\n${docOf(symbol)}\n\n${list(fieldsOf(valueType(symbol)))}`;
  });
  const links = EXTERNAL_EVENT_TYPES.map((it) => `- [\`${it}\`](#${anchorOf(it)})`).join('\n');
  return `${HEAD}${links}\n\n## Fields of every event\n\n${list(envelope)}\n${sections.join('\n')}`;
}
