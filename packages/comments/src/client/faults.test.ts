/**
 * The fault table: each operation, each way to fail, then recovery or not (contract section 16).
 */
import { describe, expect, test } from 'vitest';
import { AttemptError, ResolverError } from '../errors.js';
import { FAULTS, type Fault, type OperationName } from '../test-support/faulty-customer.js';
import { type Page, RETRY_DELAY, TIMEOUT, page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';

const retry = { retryCount: 2, retryDelay: RETRY_DELAY };
const config = {
  resolveTimeout: TIMEOUT,
  getRetryConfig: retry,
  saveRetryConfig: retry,
  deleteRetryConfig: retry,
};

const REASONS: Record<Fault, [endpoint: string, viaFunction: string]> = {
  timeout: ['timeout', 'timeout'],
  'slow body': ['timeout', 'timeout'],
  '500': ['http-status', 'not-successful'],
  'success: false': ['not-successful', 'not-successful'],
  'invalid JSON': ['invalid-response', 'provider-threw'],
  'network down': ['network', 'provider-threw'],
};

const CALLS: Record<OperationName, (page: Page) => Promise<unknown>> = {
  get: ({ client }) => client.getCommentAnnotations({ refresh: true }),
  save: ({ client }) => client.addComment('t1', comment(2)),
  delete: ({ client }) => client.deleteCommentAnnotation('t1'),
};

const WORDS = { get: 'Resolution', save: 'Save', delete: 'Delete' } as const;
const OPERATIONS: readonly OperationName[] = ['get', 'save', 'delete'];
const KINDS = ['endpoint', 'function'] as const;
const TABLE = KINDS.flatMap((kind) =>
  OPERATIONS.flatMap((operation) => FAULTS.map((fault) => [kind, operation, fault] as const)),
);

/** A page with one thread that both sides have. */
async function pageWithThread(kind: 'endpoint' | 'function'): Promise<Page> {
  const made = await page({ kind, config });
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  made.log.length = 0;
  made.events.length = 0;
  return made;
}

const commentsShown = ({ client }: Page) =>
  client.snapshot().map((it) => Object.values(it.comments).map((one) => one.commentText ?? null));

describe.each(TABLE)('%s: %s meets "%s"', (kind, operation, fault) => {
  const reason = REASONS[fault][kind === 'endpoint' ? 0 : 1];

  test('twice, and recovers: three attempts, then the service', async () => {
    const made = await pageWithThread(kind);
    made.customer.faults[operation].push(fault, fault);
    await CALLS[operation](made);
    const calls = Array<string>(3).fill(`customer ${operation}`);
    expect(made.log).toEqual(
      operation === 'get' ? ['service list', ...calls] : [...calls, `service ${operation}`],
    );
    expect(made.events.map((it) => [it.event, it.payload.attempt, it.payload.reason])).toEqual(
      [
        ['RequestFormed', undefined, undefined],
        ['RequestTriggered', 1, undefined],
        ['Error', 1, reason],
        ['RequestTriggered', 2, undefined],
        ['Error', 2, reason],
        ['RequestTriggered', 3, undefined],
        ['Result', 3, undefined],
      ].map(([phase, ...rest]) => [`comment${WORDS[operation]}${phase}`, ...rest]),
    );
    const texts = { get: [[comment(1)]], save: [[comment(1), comment(2)]], delete: [] }[operation];
    expect(commentsShown(made)).toEqual(texts.map((list) => list.map((it) => it.commentText)));
    expect(made.customer.kept.has('t1')).toBe(operation !== 'delete');
  });

  test('every time: three attempts, and then as contracted', async () => {
    const made = await pageWithThread(kind);
    const before = made.client.snapshot();
    made.customer.faults[operation].push(fault, fault, fault);
    const outcome = await CALLS[operation](made).catch((error: unknown) => error);
    const calls = Array<string>(3).fill(`customer ${operation}`);
    if (operation === 'get') {
      expect(made.log).toEqual(['service list', ...calls]);
      expect(outcome).toMatchObject([{ annotationId: 't1', isCommentTextAvailable: false }]);
      expect(commentsShown(made)).toEqual([[null]]);
      // The next read asks again.
      await made.client.getCommentAnnotations();
      expect(made.client.snapshot()).toEqual(before);
      return;
    }
    expect(made.log).toEqual(calls);
    expect(outcome).toBeInstanceOf(ResolverError);
    const { cause } = outcome as ResolverError;
    expect(outcome).toMatchObject({ operation, attempts: 3 });
    expect(cause).toBeInstanceOf(AttemptError);
    expect(cause).toMatchObject({ reason });
    expect(made.client.snapshot()).toEqual(before);
    // And once the customer is well again, the same call goes through both sides.
    made.log.length = 0;
    await CALLS[operation](made);
    expect(made.log).toEqual(['customer get', `customer ${operation}`, `service ${operation}`]);
  });
});

test('without a retry config there is one attempt', async () => {
  const made = await page();
  made.customer.faults.save.push('500');
  const failed = made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  await expect(failed).rejects.toMatchObject({ operation: 'save', attempts: 1 });
  expect(made.log).toEqual(['customer save']);
});

test('a server that is not there at all, and then is', async () => {
  const made = await page({
    provider: ({ config }) => ({ config: { ...config, saveConfig: { url: 'http://127.0.0.1:1/' } } }),
  });
  const failed = made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  await expect(failed).rejects.toMatchObject({ cause: { reason: 'network' } });
  expect(made.log).toEqual([]);
});

test('by default an attempt ends after 60,000 ms, and not before', async () => {
  let asked = (): void => undefined;
  const request = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const never = () => {
    asked();
    return new Promise<never>(() => undefined);
  };
  const made = await page({ provider: (customer) => ({ save: never, config: customer.config }) });
  let isOver = false;
  const failed = made.client.addCommentAnnotation(thread('t1', [comment(1)])).finally(() => {
    isOver = true;
  });
  failed.catch(() => undefined);
  await request;
  await made.clock.advance(59_999);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  await made.clock.advance(1);
  await expect(failed).rejects.toMatchObject({ cause: { reason: 'timeout' } });
});

test.each([
  ['a statusCode other than 200', { success: true, statusCode: 500 }, 'not-successful'],
  ['no statusCode', { success: true }, 'not-successful'],
  ['success that is not true', { success: 'yes', statusCode: 200 }, 'not-successful'],
  ['nothing', undefined, 'invalid-response'],
])('a function that answers %s has failed', async (_what, response, reason) => {
  const made = await page({
    provider: ({ config }) => ({ save: async () => response as never, config }),
  });
  const failed = made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  await expect(failed).rejects.toMatchObject({ cause: { reason } });
  expect(made.log).toEqual([]);
});

test('a function that throws at once has failed, and its error is the cause of the cause', async () => {
  const thrown = new Error('no database');
  const save = () => {
    throw thrown;
  };
  const made = await page({ provider: ({ config }) => ({ save, config }) });
  const failed = made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  await expect(failed).rejects.toMatchObject({ cause: { reason: 'provider-threw', cause: thrown } });
});
