/** OpenAPI description of `GET {base}/health`, the only answer without the envelope. */

type Json = Record<string, unknown>;

const integer = (description: string): Json => ({ type: 'integer', minimum: 0, description });
const integerOrNull = (description: string): Json => ({ type: ['integer', 'null'], minimum: 0, description });
const flag = (description: string): Json => ({ type: 'boolean', description });

const object = (description: string, properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  description,
  properties,
  required,
  additionalProperties: false,
});

/** The schema `Health`. */
export const HEALTH_SCHEMA: Json = object(
  'How a store is, and what waits in it for a workspace. What could not be read is null. Counts go to 10,000.',
  {
    ok: flag('True if the store answered within 2 s and is migrated; queues do not matter.'),
    store: object('The store itself.', {
      reachable: flag('Whether it answered in time.'),
      migrated: flag('Whether its schema is the one that this release works on.'),
      clockSkewMs: { type: ['integer', 'null'], description: 'ms that its clock is ahead of the process.' },
    }),
    jobs: object('Work with a due time: calls of agents, deadlines, deliveries.', {
      due: integerOrNull('Due, and claimed by no process.'),
      oldestDueMs: integerOrNull('Time in ms for which the first of them has been due; null if none is due.'),
      running: integer('Being done in the process that answers.'),
    }),
    deliveries: object('Webhooks.', {
      pending: integerOrNull('Still to be made.'),
      dead: integerOrNull('Given up.'),
      oldestMs: integerOrNull(
        'Age in ms of the event of the oldest pending delivery; null if none is pending.',
      ),
    }),
    feeds: {
      type: 'array',
      description:
        'The first 100 subscriptions by name, and how many events of the workspace are behind the place of each.',
      items: object(
        'A subscription.',
        {
          name: { type: 'string', description: 'What it was subscribed as.' },
          lag: integer('How many events of the workspace are behind its place.'),
          attempts: integer('Consecutive throws of its handler; absent after a success.'),
          lastError: { type: 'string', description: 'Error of the last throw; absent after a success.' },
        },
        ['name', 'lag'],
      ),
    },
  },
  ['ok'],
);

const answer = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } },
});

/** Path item of the document. */
export const HEALTH_ITEM: Json = {
  get: {
    operationId: 'health',
    tags: ['health'],
    summary: 'Tells whether the process can serve.',
    description: 'Only `ok` without the permission `executions:audit`.',
    security: [{}, { apiKey: [], authToken: [] }],
    responses: { '200': answer('It can.'), '503': answer('It cannot.') },
  },
};
