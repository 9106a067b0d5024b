/** A valid definition with every field of the schema, and the definition that it calls. */
import type { Definition } from '../index.js';

const SECRET = 'secret-of-sixteen-characters';
const DAY_MS = 86_400_000;

export const CHILD: Definition = {
  definitionId: 'child',
  name: 'Child',
  nodes: [
    {
      nodeId: 'decide',
      type: 'human',
      config: { reviewers: [{ userId: 'kim', mandatory: true }], onReject: { end: 'rejected' } },
    },
  ],
  edges: [],
};

const RETRY = {
  maximumAttempts: 2,
  initialIntervalMs: 1_000,
  backoffCoefficient: 2,
  maximumIntervalMs: 60_000,
};

const REVIEW: Definition['nodes'][number] = {
  nodeId: 'review',
  type: 'human',
  name: 'Review',
  description: 'Looks at it.',
  slaMs: 2 * DAY_MS,
  retry: RETRY,
  config: {
    reviewers: [
      { userId: 'ann', mandatory: true, weight: 2, veto: true, order: 1 },
      { pool: { users: ['bob', 'cay'] }, count: 1, mandatory: true },
      { pool: { group: 'finance' } },
      { pool: { role: 'cfo' } },
      { pool: { var: 'execution.input.asked' } },
      {
        chain: {
          startAt: { var: 'execution.input.author' },
          maxLevels: 2,
          untilLimit: { attribute: 'limit', atLeast: { var: 'execution.input.amount' } },
        },
      },
    ],
    decisionRule: { kind: 'count', approvals: 2, rejections: 2 },
    allowAbstain: true,
    minDistinctApprovers: 2,
    commentBody: 'Is it right?',
    reviewerEmails: ['ann@example.com'],
    presentation: {
      title: 'Order {{execution.input.author}}',
      facts: [
        { label: 'Amount', value: { amount: '{{execution.input.amount}}', currency: 'EUR' }, kind: 'money' },
        { label: 'Author', value: { path: 'execution.input.author' }, kind: 'user' },
        { label: 'Order', value: { href: 'https://example.com/order', text: 'the order' }, kind: 'link' },
        { label: 'Change', value: { before: 'a', after: 'b' }, kind: 'diff' },
      ],
      url: 'https://example.com/order',
    },
    reasonRequired: 'reject',
    reasonCodes: ['wrong'],
    form: { fields: [{ name: 'part', type: 'choice', choices: ['all', 'half'], required: true }] },
    allow: ['delegate', 'claim', 'ask'],
    claimMs: 3_600_000,
    pauseMs: 3_600_000,
    separation: { excludeInitiator: false, excludeContributors: true, excludeDecidersOf: ['one'] },
    reminders: [{ afterMs: DAY_MS }, { beforeDueMs: 3_600_000 }],
    requireSubjectDigest: true,
    onSubjectChange: 'keep',
  },
};

const LAST: Definition['nodes'][number] = {
  nodeId: 'last',
  type: 'human',
  config: {
    reviewers: [{ userId: 'lea', mandatory: true }],
    onReject: {
      loopBack: {
        toNodeId: 'text',
        maxIterations: 2,
        when: '{"op":"ne","args":[{"var":"output.rejectionReason"},"no"]}',
        onExhausted: { routeToNodeId: 'over' },
      },
    },
  },
};

const human = (nodeId: string, userId: string): Definition['nodes'][number] => ({
  nodeId,
  type: 'human',
  config: {
    reviewers: [{ userId, mandatory: false }],
    decisionRule: { kind: 'percent', approvals: 50, of: 'cast' },
    onReject: { end: 'rejected' },
  },
});

const CALLS: Definition['nodes'] = [
  {
    nodeId: 'draft',
    type: 'agent',
    sla: { workingMs: DAY_MS, calendar: 'office' },
    config: {
      agentId: '__mock__',
      urlPath: 'url',
      blocking: true,
      resolutionPolicy: { kind: 'minResolved', minCount: 1 },
      agentMaxRuntimeMs: 60_000,
      promptOverride: 'Draft it.',
      inputMapping: { author: 'execution.input.author' },
      requireNonEmptyOutput: true,
    },
  },
  {
    nodeId: 'book',
    type: 'webhook',
    config: {
      url: 'https://example.com/book',
      method: 'PUT',
      headers: { 'x-order': '{{execution.input.author}}' },
      body: { json: { token: '{{callback.token}}' } },
      auth: { kind: 'basic', username: 'books', secret: SECRET },
      mode: 'async',
      timeoutMs: 5_000,
      maxRuntimeMs: 3_600_000,
      successCodes: [202],
      output: { bookId: 'response.json.id' },
      responseHeaders: ['x-book'],
    },
  },
  {
    nodeId: 'post',
    type: 'webhook',
    config: {
      url: 'https://example.com/post',
      body: { form: { author: '{{execution.input.author}}' } },
      auth: { kind: 'header', header: 'x-key', secret: SECRET },
      requireNonEmptyOutput: true,
    },
  },
  {
    nodeId: 'put',
    type: 'webhook',
    config: { url: 'https://example.com/put', body: { text: 'done', contentType: 'text/plain' } },
  },
  {
    nodeId: 'ship',
    type: 'subflow',
    config: {
      definitionId: 'child',
      version: 1,
      input: { author: '{{execution.input.author}}' },
      output: { how: 'steps.decide.output.decision' },
      decisionFrom: 'decide',
      passSubject: true,
      separation: { excludeDecidersOf: ['one'] },
    },
  },
  {
    nodeId: 'tell',
    type: 'notification',
    config: {
      channel: 'mail',
      to: [
        { address: 'a@example.com' },
        { userId: 'ann' },
        { reviewersOf: 'one' },
        { decidersOf: 'two' },
        { initiator: true },
        { contributors: true },
      ],
      subject: 'Done',
      body: { html: '<b>{{execution.input.author}}</b>' },
      data: { kind: 'done' },
      onFailure: 'continue',
    },
  },
  {
    nodeId: 'chat',
    type: 'notification',
    config: { channel: 'chat', body: { slack: [{ type: 'divider' }] } },
  },
  { nodeId: 'text', type: 'notification', config: { channel: 'mail', body: { text: 'Done' } } },
];

const WAITS: Definition['nodes'] = [
  { nodeId: 'rest', type: 'wait', config: { forMs: DAY_MS } },
  { nodeId: 'work', type: 'wait', config: { workingMs: DAY_MS, calendar: 'office' } },
  { nodeId: 'day', type: 'wait', config: { until: '2027-01-31T09:00:00+01:00' } },
  { nodeId: 'paid', type: 'wait', config: { signal: 'paid', withinMs: DAY_MS } },
];

const LINE = [
  'rest',
  'work',
  'day',
  'paid',
  'book',
  'post',
  'put',
  'ship',
  'tell',
  'chat',
  'text',
  'last',
  'pause',
  'sign',
];

const BREACHED = '{"op":"eq","args":[{"var":"step.status"},"breached"]}';

/** Uses every field; made anew, so that a test may change it. */
export const everyField = (): Definition =>
  structuredClone<Definition>({
    $schema: 'https://example.com/definition.schema.json',
    definitionId: 'every-field',
    name: 'Every field',
    description: 'Has every field.',
    scope: { level: 'document', organizationId: 'acme', documentId: 'plan' },
    nodes: [
      ...CALLS,
      REVIEW,
      human('one', 'dan'),
      { ...human('two', 'eve'), sla: { workingDays: 2, calendar: 'office' } },
      ...WAITS,
      LAST,
      { nodeId: 'pause', type: 'wait', config: { until: { var: 'execution.input.day' } } },
      { nodeId: 'sign', type: 'human', config: { reviewers: [{ userId: 'sam', mandatory: true }] } },
      { nodeId: 'over', type: 'end', config: { outcome: 'rejected', terminate: true } },
    ],
    edges: [
      { from: 'draft', to: 'review' },
      { from: 'draft', to: 'over', when: BREACHED },
      { from: 'review', to: 'over', on: 'breach' },
      { from: 'review', to: 'one', on: 'approve' },
      { from: 'review', to: 'two', on: 'approve' },
      { from: 'two', to: 'over', on: 'breach' },
      { from: { kind: 'group', groupId: 'both' }, to: 'rest', on: 'approve' },
      { from: 'sign', to: 'pause', on: 'reject', loop: { maxIterations: 2 } },
      { from: 'sign', to: 'over', on: 'exhausted' },
      { from: 'ship', to: 'over', on: 'reject' },
      ...LINE.slice(1).map((to, index) => ({ from: LINE[index] ?? to, to })),
    ],
    groups: [
      {
        groupId: 'both',
        memberNodeIds: ['one', 'two'],
        expectedSteps: 2,
        quorum: 2,
        onQuorumMet: 'joinOnQuorum',
        requiredNodeIds: ['one'],
      },
    ],
    loops: [
      {
        loopId: 'again',
        entryNodeId: 'draft',
        bodyNodeIds: ['draft', 'review'],
        maxIterations: 2,
        onIterationReject: { when: '{"op":"ne","args":[{"var":"output.rejectionReason"},"no"]}' },
        onExhausted: { routeToNodeId: 'over' },
      },
    ],
    strict: true,
    inputSchema: {
      type: 'object',
      properties: {
        author: { type: 'string' },
        amount: { type: 'number' },
        asked: { type: 'array', items: { type: 'string' } },
        url: { type: 'string' },
        day: { type: 'string' },
      },
      required: ['author', 'amount', 'asked', 'url', 'day'],
    },
    presentation: {
      title: 'Order of {{execution.input.author}}',
      facts: [{ label: 'Amount', value: '{{execution.input.amount}}' }],
      url: 'https://example.com/order',
    },
    tags: ['orders'],
    custom: { team: null },
    triggers: [
      {
        triggerId: 'own',
        inboundWebhook: {
          authMode: 'hmac',
          secret: SECRET,
          provider: 'custom',
          signatureHeader: 'x-signature',
          signatureAlgorithm: 'sha512',
          signatureEncoding: 'base64',
          signaturePrefix: 'sha512=',
          allowedEvents: ['paid'],
          eventNameHeader: 'x-event',
          idempotencyHeader: 'x-id',
          payloadMapping: 'wrap',
        },
      },
      {
        triggerId: 'hub',
        inboundWebhook: { authMode: 'bearer', secret: SECRET, idempotencyBodyPath: 'id' },
      },
      {
        triggerId: 'daily',
        schedule: {
          cron: '@daily',
          timeZone: 'Europe/Berlin',
          enabled: false,
          payload: { a: 1 },
          initiatorId: 'ini',
          lateMs: 3_600_000,
          missed: 'last',
          overlap: 'skip',
          from: 1_795_000_000_000,
          until: 1_895_000_000_000,
        },
      },
      {
        triggerId: 'host',
        event: {
          types: ['order.placed'],
          when: '{"op":"eq","args":[{"var":"event.type"},"order.placed"]}',
          context: { author: '{{event.payload.author}}' },
        },
      },
    ],
    webhookConfig: { url: 'https://example.com/', secret: SECRET, eventTypes: ['step.completed'] },
  });
