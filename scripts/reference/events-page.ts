/** `docs/reference/events.md`: every external event with its data. */
import { EXTERNAL_EVENT_TYPES } from '@org/approval-core/interpreter';
import { anchorOf } from './shape.js';
import { cell, docOf, exported, fieldsOf, memberOf, typeOf, valueType } from './source.js';

const HEAD = `# Events

Events that \`engine.on\`, \`executions.getEvents\`, the feed and webhooks deliver, exactly as they are stored. \`?\` marks
optional fields. Their order is in [section 11 of the contract](contract.md#11-events). Generated from
\`packages/core/src/interpreter/events/\` by \`npm run docs:reference\`.

`;

const TABLE = '| field | type | meaning |\n| --- | --- | --- |\n';

function table(fields: ReturnType<typeof fieldsOf>): string {
  const rows = fields.map(({ name, type, isOptional, symbol }) => {
    const optional = isOptional ? '?' : '';
    return `| \`${name}${optional}\` | \`${cell(type)}\` | ${cell(docOf(symbol))} |\n`;
  });
  return rows.length === 0 ? 'No data.\n' : `${TABLE}${rows.join('')}`;
}

export function eventsPage(): string {
  const envelope = fieldsOf(typeOf(exported('@org/approval-core', 'EventOf')));
  const data = typeOf(exported('@org/approval-core/interpreter', 'EventData'));
  const sections = EXTERNAL_EVENT_TYPES.map((type) => {
    const symbol = memberOf(data, type);
    return `## ${type}\n\n${docOf(symbol)}\n\n${table(fieldsOf(valueType(symbol)))}`;
  });
  const list = EXTERNAL_EVENT_TYPES.map((it) => `- [\`${it}\`](#${anchorOf(it)})`).join('\n');
  return `${HEAD}${list}\n\n## Fields of every event\n\n${table(envelope)}\n${sections.join('\n')}`;
}
