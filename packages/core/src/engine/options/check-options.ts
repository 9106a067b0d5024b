/** Checks the options of an engine at creation: unknown names and invalid values, all at once. */
import { parseUrl } from '@org/approval-internal/parse-url';
import * as z from 'zod';
import { RESERVED_AGENT_ID } from '../../definition/definition.js';
import { capped } from '../../definition/issue-list.js';
import { LIMITS } from '../../definition/limits.js';
import { schemaIssues } from '../../definition/schema-issues.js';
import type { Clock } from '../../ports/clock.js';
import type { Directory } from '../../ports/directory.js';
import type { Ids } from '../../ports/ids.js';
import type { Logger } from '../../ports/logger.js';
import type { Telemetry } from '../../ports/telemetry.js';
import { type ApprovalStore, STORE_CONTRACT_VERSION } from '../../ports/store/store.js';
import type { WebhookTransport } from '../../ports/webhooks.js';
import { calendars } from '../shapes/shared/calendars.js';
import { ms } from '../shapes/shared/duration-schema.js';
import type { CheckedOptions, EngineOptions } from './options.js';
import { channelName } from '../../definition/identifiers.js';
import { keyFault } from '../secrets/secret-cipher.js';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;

type MethodsOf<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends (...args: never) => unknown ? K : never;
}[keyof T];

/** Required methods of each port; the types ensure that the list is complete. */
const METHODS: {
  readonly store: Record<
    Exclude<
      MethodsOf<ApprovalStore>,
      'inTransaction' | 'listJobs' | 'listClaims' | 'executionBytes' | 'countExecutions' | 'now'
    >,
    true
  >;
  readonly clock: Record<MethodsOf<Clock>, true>;
  readonly ids: Record<MethodsOf<Ids>, true>;
  readonly logger: Record<MethodsOf<Logger>, true>;
  readonly telemetry: Record<MethodsOf<Telemetry>, true>;
  readonly transport: Record<Exclude<MethodsOf<WebhookTransport>, 'call'>, true>;
  readonly directory: Record<MethodsOf<Directory>, true>;
} = {
  store: {
    createDefinition: true,
    addDefinitionVersion: true,
    deleteDefinition: true,
    findDefinitions: true,
    loadDefinitions: true,
    listDefinitions: true,
    commit: true,
    loadExecutions: true,
    findByIdempotencyKeys: true,
    areParties: true,
    readEvents: true,
    listExecutions: true,
    listWaiting: true,
    deleteEnded: true,
    claimJobs: true,
    extendJobs: true,
    finishJobs: true,
    releaseJobs: true,
    loadDeliveries: true,
    recordDeliveryResults: true,
    listDeliveries: true,
    redeliver: true,
    listSecrets: true,
    replaceSecret: true,
    readFeed: true,
    loadEvents: true,
    trimFeed: true,
    loadSubscription: true,
    saveSubscription: true,
    deleteSubscription: true,
    listSubscriptions: true,
    createLink: true,
    findLink: true,
    loadLink: true,
    listLinks: true,
    revokeLink: true,
    deleteLink: true,
    health: true,
  },
  clock: { now: true, wakeAt: true },
  ids: { next: true },
  logger: { warn: true, error: true },
  telemetry: { begin: true, happened: true },
  transport: { checkUrl: true, deliver: true, verifySignature: true },
  directory: { members: true, managerOf: true, attributesOf: true },
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A port of the host: any object with these methods, its own or inherited. */
const port = (what: string, methods: Readonly<Record<string, true>>) =>
  z.unknown().superRefine((value, context) => {
    if (!isObject(value)) {
      context.addIssue({ code: 'custom', message: `is missing; give ${what}` });
      return;
    }
    const missing = Object.keys(methods).filter((name) => typeof value[name] !== 'function');
    if (missing.length > 0) {
      context.addIssue({
        code: 'custom',
        message: `lacks the method(s) ${missing.join(', ')}; give ${what}`,
      });
    }
  });

const store = z.unknown().superRefine((value, context) => {
  const fault = storeFault(value);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

/** Without TypeScript a host may omit it, or pass a store of another release. */
function storeFault(value: unknown): string | null {
  if (isObject(value) && typeof value['then'] === 'function')
    return 'is a promise: write `const { store, close } = await openStore(url)`, and give the store';
  if (isObject(value) && isObject(value['store']))
    return 'is what openStore returns: give the `store` that is in it';
  if (!isObject(value) || value['contractVersion'] === undefined) {
    return 'is missing: createApprovalEngine needs a store, such as createMemoryStore()';
  }
  const { contractVersion } = value;
  if (contractVersion !== STORE_CONTRACT_VERSION) {
    return `implements version ${JSON.stringify(contractVersion)} of the store contract; this engine needs ${STORE_CONTRACT_VERSION}`;
  }
  const missing = Object.keys(METHODS.store).filter((name) => typeof value[name] !== 'function');
  return missing.length === 0 ? null : `lacks the method(s) ${missing.join(', ')} of the store contract`;
}

const agents = z
  .record(
    z.string(),
    z
      .unknown()
      .refine((it) => typeof it === 'function', 'is not a function; give the function that calls the agent'),
  )
  .superRefine((it, context) => {
    if (!Object.hasOwn(it, RESERVED_AGENT_ID)) return;
    context.addIssue({
      code: 'custom',
      path: [RESERVED_AGENT_ID],
      message: 'is reserved; use another agentId',
    });
  });

const channels = z
  .record(
    z.string(),
    z
      .unknown()
      .refine(
        (it) => typeof it === 'function',
        'is not a function; give the function that sends the message',
      ),
  )
  .superRefine((it, context) => {
    for (const name of Object.keys(it)) {
      const checked = channelName.safeParse(name);
      if (checked.success) continue;
      const [fault] = checked.error.issues;
      context.addIssue({ code: 'custom', path: [name], message: `is not a name; ${fault?.message ?? ''}` });
    }
  });

const secretKeys = z
  .array(z.unknown())
  .max(100)
  .superRefine((keys, context) => {
    const fault = keyFault(keys);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

const callable = z.unknown().refine((it) => typeof it === 'function', 'is not a function');
const count = z.int().min(1).max(10_000);
const callbackUrl = z
  .string()
  .max(LIMITS.urlLength)
  .refine((it) => /^https?:\/\//.test(it) && parseUrl(it) !== null, 'is not a URL of a web server');
const engineOptions = z
  .strictObject({
    store,
    agents: agents.optional(),
    directory: port('a Directory, such as staticDirectory()', METHODS.directory).optional(),
    normalizeUserId: callable.optional(),
    calendars: calendars.optional(),
    clock: port('a Clock, such as systemClock', METHODS.clock).optional(),
    ids: port('Ids, such as randomIds', METHODS.ids).optional(),
    random: callable.optional(),
    logger: port('a Logger, such as console', METHODS.logger).optional(),
    limits: z
      .strictObject({
        requestBytes: z.int().min(1).max(1_073_741_824).optional(),
        stepsPerExecution: z.int().min(1).max(1_000_000).optional(),
      })
      .optional(),
    jobs: z
      .strictObject({
        run: z.boolean().optional(),
        agentConcurrency: count.optional(),
        callConcurrency: count.optional(),
        // A lease is renewed at each third; one shorter than a slow commit would be lost during it.
        leaseMs: ms(100, DAY_MS).optional(),
        pollMs: ms(10, DAY_MS).optional(),
      })
      .optional(),
    notify: channels.optional(),
    webhooks: z
      .strictObject({
        transport: port('a WebhookTransport, such as createWebhookTransport()', METHODS.transport),
        retryDelaysMs: z.array(ms(0, YEAR_MS)).max(100).optional(),
        random: callable.optional(),
        concurrency: count.optional(),
        perReceiver: count.optional(),
        callbackUrl: callbackUrl.optional(),
        mayCall: callable.optional(),
        credentials: callable.optional(),
      })
      .optional(),
    secretKeys: secretKeys.optional(),
    allowPlaintextSecrets: z.boolean().optional(),
    onCommit: callable.optional(),
    telemetry: port('a Telemetry, such as openTelemetry()', METHODS.telemetry).optional(),
    record: z.strictObject({ acceptUnsealed: z.boolean().optional() }).optional(),
    retention: z
      .strictObject({
        endedMs: ms(1, 100 * YEAR_MS),
        feedMs: ms(1, 100 * YEAR_MS).optional(),
        keysMs: ms(1, 100 * YEAR_MS).optional(),
        everyMs: ms(100, YEAR_MS).optional(),
        batchSize: count.optional(),
      })
      .refine((it) => (it.feedMs ?? 0) <= it.endedMs, {
        path: ['feedMs'],
        message: 'is more than endedMs: no run may go before its events have left the feed',
      })
      .optional(),
    batches: z
      .strictObject({
        maxSize: count.optional(),
        maxBytes: z.int().min(1).max(1_073_741_824).optional(),
        maxConcurrent: count.optional(),
      })
      .optional(),
    cachedStateBytes: z.int().min(0).max(1_099_511_627_776).optional(),
  } satisfies Record<keyof EngineOptions, z.ZodType>)
  .refine((it) => it.onCommit === undefined || callsHook(it.store), {
    path: ['onCommit'],
    message: 'needs a store with transactions, such as one of @org/approval-store-sql',
  });

const callsHook = (value: unknown): boolean => isObject(value) && value['callsHook'] === true;

/**
 * Returns the options with durations in ms.
 * @throws TypeError that lists each invalid option with its path and a fix.
 */
export function checkOptions<Tx>(options: EngineOptions<Tx>): CheckedOptions<Tx> {
  const parsed = engineOptions.safeParse(options);
  if (parsed.success) {
    const { jobs, webhooks, retention } = parsed.data as unknown as CheckedOptions;
    return { ...options, jobs, webhooks, retention };
  }
  const faults = capped(schemaIssues(parsed.error, options)).map(
    ({ path, message }) => `${path || 'the options'}: ${message}`,
  );
  throw new TypeError(`createApprovalEngine: ${faults.join('\n  ')}`);
}
