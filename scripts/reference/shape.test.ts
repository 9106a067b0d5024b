/** Pages state the type of every value; `any JSON` is only for untyped ones. */
import { expect, test } from 'vitest';
import { SCHEMAS } from './document.js';
import { type JsonSchema, fieldList, typeText } from './shape.js';

const linkTo = (name: string) => `#${name.toLowerCase()}`;

test.each<[JsonSchema, string]>([
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: ['string', 'null'], minLength: 1, maxLength: 500 }, 'string, 1–500 or null'],
  [{ type: ['integer', 'null'], minimum: 1 }, 'integer, ≥1 or null'],
  [{ type: 'boolean' }, 'boolean'],
  [
    { anyOf: [{ $ref: '#/components/schemas/PeopleView' }, { type: 'null' }] },
    '[PeopleView](#peopleview) or null',
  ],
  [{ enum: ['a', 'b'], type: 'string' }, '`"a"`, `"b"`'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, 'list of string or null'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 20 }, 'list of string, ≤20'],
  [{ not: {} }, 'none'],
  [{}, 'any JSON'],
])('%j', (schema, text) => {
  expect(typeText(schema, linkTo)).toBe(text);
});

test('any JSON is only what hosts and their systems send', () => {
  const vague = Object.entries(SCHEMAS).filter(([, schema]) =>
    fieldList(schema, linkTo).includes('any JSON'),
  );
  expect(vague.map(([name]) => name)).toEqual([
    'WebhookBody',
    'NotificationConfig',
    'NotificationBody',
    'ScheduleTrigger',
    'SignalExecutionRequest',
    'EmitRequest',
    'TriggerBody',
  ]);
});
