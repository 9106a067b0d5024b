/** The OpenAI Agents SDK: waking of interrupted runs, and options of tools that are kept. */
import type { JsonObject } from '@org/approval-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Policies } from '../types.js';
import { openAiPermits } from './openai-agents.js';
import { mails } from './test-support/mails.js';

const ANN = { to: 'ann@example.com' };
const ALLOWED: Policies = { rules: [{ tool: 'send_mail', do: 'allow' }] };
const MAIL = z.object({ to: z.string() });

let set: Awaited<ReturnType<typeof mails>>;
beforeEach(async () => {
  set = await mails();
});
afterEach(() => set.stop());

interface Session {
  readonly user: string;
}
const session: Session = { user: 'eve' };

type Own =
  boolean | ((run: { context: unknown }, input: never, callId?: string) => boolean | Promise<boolean>);

/** The replaced function, called as the SDK calls it. */
const executing = (tool: { execute: unknown }) => tool.execute as (...given: unknown[]) => Promise<unknown>;

function guarded(more: { needsApproval?: Own; parameters?: unknown } = {}) {
  const permits = openAiPermits<Session>(set.gate, {
    requester: ({ user }) => ({ principal: 'assistant', onBehalfOf: user }),
    runId: ({ user }) => `chat of ${user}`,
  });
  const tool = permits.guard({
    name: 'send_mail',
    description: 'Sends a mail',
    parameters: MAIL,
    execute: (input: unknown) => `sent to ${JSON.stringify(input)}`,
    ...more,
  });
  const run = { context: session };
  const needsApproval = tool.needsApproval as (...given: unknown[]) => Promise<boolean>;
  return {
    ...permits,
    tool,
    asks: (input: JsonObject = ANN, callId = 'call_1') => needsApproval(run, input, callId),
    needsApproval,
    execute: () => executing(tool)(ANN, run, { toolCall: { callId: 'call_1' } }),
  };
}

interface Item {
  readonly rawItem: unknown;
}

/** A state that waits with some calls, and what is done to them. */
function stopped(...raw: unknown[]) {
  const done: [what: string, callId: unknown, message?: string][] = [];
  const callOf = ({ rawItem }: Item) => (rawItem as { callId?: unknown } | null)?.callId;
  return {
    done,
    getInterruptions: (): Item[] => raw.map((rawItem) => ({ rawItem })),
    approve: (item: Item) => void done.push(['approve', callOf(item)]),
    reject: (item: Item, { message = '' }: { message?: string } = {}) =>
      void done.push(['reject', callOf(item), message]),
  };
}
const callOf = (more: object = {}) => ({
  ...{ type: 'function_call', name: 'send_mail', callId: 'call_1', arguments: JSON.stringify(ANN) },
  ...more,
});

describe('wake', () => {
  test('returns the permits that are pending, and marks nothing', async () => {
    const { wake } = guarded();
    const state = stopped(callOf());
    expect(await wake(state, { context: session })).toMatchObject([
      {
        state: 'pending',
        call: { tool: 'send_mail', args: ANN },
        ref: { runId: 'chat of eve', callId: 'call_1' },
        requester: { principal: 'assistant', onBehalfOf: 'eve' },
      },
    ]);
    expect(state.done).toEqual([]);
  });

  test('approves what is granted', async () => {
    const { asks, wake } = guarded();
    await asks();
    await set.answer('approve');
    const state = stopped(callOf());
    expect(await wake(state, { context: session })).toEqual([]);
    expect(state.done).toEqual([['approve', 'call_1']]);
  });

  test('rejects what is denied, with why', async () => {
    const { asks, wake } = guarded();
    await asks();
    await set.answer('reject');
    const state = stopped(callOf());
    expect(await wake(state, { context: session })).toEqual([]);
    expect(state.done).toEqual([
      ['reject', 'call_1', expect.stringContaining('denied: people rejected it') as string],
    ]);
  });

  test('marks each of several calls by its own permit', async () => {
    const { asks, wake } = guarded();
    await asks(ANN, 'call_1');
    await set.answer('approve');
    await asks({ to: 'ben' }, 'call_2');
    await set.answer('reject');
    const state = stopped(
      callOf(),
      callOf({ callId: 'call_2', arguments: '{"to":"ben"}' }),
      callOf({ callId: 'call_3', arguments: '{"to":"cy"}' }),
    );
    const waiting = await wake(state, { context: session });
    expect(waiting.map((it) => it.ref.callId)).toEqual(['call_3']);
    expect(state.done.map(([what, id]) => [what, id])).toEqual([
      ['approve', 'call_1'],
      ['reject', 'call_2'],
    ]);
  });

  test('waits for `waitMs`', async () => {
    const { asks, wake } = guarded();
    await asks();
    const state = stopped(callOf());
    const waits = wake(state, { context: session, waitMs: '1m' });
    await set.answer('approve');
    expect(await waits).toEqual([]);
    expect(state.done).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['a tool that is not guarded', callOf({ name: 'another' })],
    ['a call without a name', callOf({ name: undefined })],
    ['an item that is not a call', null],
  ])('leaves %s alone', async (_, raw) => {
    const state = stopped(raw);
    expect(await guarded().wake(state, { context: session })).toEqual([]);
    expect(state.done).toEqual([]);
    expect((await set.gate.list()).items).toEqual([]);
  });

  test('a call without an id is an error: it is indistinguishable from another', async () => {
    const state = stopped(callOf({ callId: undefined }));
    await expect(guarded().wake(state, { context: session })).rejects.toThrow('without an id');
  });
});

describe('the text of a model as arguments', () => {
  const anything = { '~standard': { validate: (value: unknown) => ({ value }) } };
  const json = { type: 'object' };

  test.each<[string, unknown]>([
    ['{}', '{}'],
    ['an empty text', ''],
    ['blanks', ' \n'],
    ['none', undefined],
    ['null', null],
  ])('%s: a call without arguments, which people are asked about', async (_, given) => {
    for (const [index, parameters] of [anything, json].entries()) {
      const { wake } = guarded({ parameters });
      const state = stopped(callOf({ callId: `call_${index}`, arguments: given }));
      const [permit] = await wake(state, { context: session });
      expect(permit?.call.args).toEqual({});
      expect(state.done).toEqual([]);
    }
  });

  test.each<[string, string, string]>([
    ['cut off', '{"to":"a', 'not JSON'],
    ['two values', '{} {}', 'not JSON'],
    ['of another shape', '{"to":7}', 'do not fit the schema'],
    ['empty for a tool that has some', '', 'do not fit the schema'],
  ])('%s: rejected, and the other calls of the state go on', async (_, given, message) => {
    const { asks, wake } = guarded();
    await asks(ANN, 'call_2');
    await set.answer('approve');
    const state = stopped(callOf({ arguments: given }), callOf({ callId: 'call_2' }));
    expect(await wake(state, { context: session })).toEqual([]);
    expect(state.done).toEqual([
      ['reject', 'call_1', expect.stringContaining(message) as string],
      ['approve', 'call_2'],
    ]);
  });

  test('are asked about as the schema makes them', async () => {
    const parameters = z.object({ to: z.string().trim(), n: z.number().default(1) });
    const { wake } = guarded({ parameters });
    const [permit] = await wake(stopped(callOf({ arguments: '{"to":" ann "}' })), { context: session });
    expect(permit?.call.args).toEqual({ to: 'ann', n: 1 });
  });

  test('of a schema that checks later are waited for', async () => {
    const parameters = { '~standard': { validate: (value: unknown) => Promise.resolve({ value }) } };
    const [permit] = await guarded({ parameters }).wake(stopped(callOf()), { context: session });
    expect(permit?.call.args).toEqual(ANN);
  });
});

describe("a tool's own needsApproval holds beside the permit", () => {
  test.each<[string, Own, boolean]>([
    ['true', true, true],
    ['a function that says yes', () => true, true],
    ['a function that says yes later', () => Promise.resolve(true), true],
    ['false', false, false],
    ['a function that says no', () => false, false],
  ])('%s, of a call that policy allows', async (_, needsApproval, isAsked) => {
    await set.stop();
    set = await mails(ALLOWED);
    const { asks, wake } = guarded({ needsApproval });
    expect(await asks()).toBe(isAsked);
    // A permit does not answer it.
    const state = stopped(callOf());
    expect(await wake(state, { context: session })).toEqual([]);
    expect(state.done).toEqual(isAsked ? [] : [['approve', 'call_1']]);
  });

  test('gets the run, the input and the id of the call', async () => {
    await set.stop();
    set = await mails(ALLOWED);
    const seen: unknown[] = [];
    const { asks, wake } = guarded({ needsApproval: (...given: unknown[]) => seen.push(given) > 0 });
    await asks();
    await wake(stopped(callOf()), { context: session });
    const run = { context: session, usage: 7 };
    await wake({ ...stopped(callOf()), _context: run } as never, { context: session });
    expect(seen).toEqual([
      [{ context: session }, ANN, 'call_1'],
      [{ context: session }, ANN, 'call_1'],
      [run, ANN, 'call_1'],
    ]);
  });

  test('false does not take the question of the gate away', async () => {
    expect(await guarded({ needsApproval: false }).asks()).toBe(true);
  });

  test('what the gate denies is rejected all the same', async () => {
    const { asks, wake } = guarded({ needsApproval: true });
    await asks();
    await set.answer('reject');
    const state = stopped(callOf());
    await wake(state, { context: session });
    expect(state.done.map(([what]) => what)).toEqual(['reject']);
  });
});

describe('guard', () => {
  test('keeps what is not replaced', () => {
    expect(guarded().tool).toMatchObject({
      name: 'send_mail',
      description: 'Sends a mail',
      parameters: MAIL,
    });
  });

  test.each<[string, object, string]>([
    ['without a name', { parameters: {}, execute: () => 1 }, 'needs a name'],
    [
      'with an outputSchema',
      { name: 't', parameters: {}, outputSchema: {}, execute: () => 1 },
      '"t" has an outputSchema',
    ],
  ])('refuses a tool %s', (_, tool, message) => {
    const { guard } = guarded();
    expect(() => guard(tool as never)).toThrow(message);
  });

  test.each(['needsApproval', 'execute'] as const)('%s of a call without an id throws', async (which) => {
    const { needsApproval, tool } = guarded();
    const run = { context: session };
    const call = which === 'execute' ? executing(tool)(ANN, run, {}) : needsApproval(run, ANN);
    await expect(call).rejects.toThrow('without an id');
  });

  test('an approval on the state executes nothing while people have not answered', async () => {
    const { asks, execute } = guarded();
    await asks();
    expect(JSON.stringify(await execute())).toContain('people have not answered yet');
  });

  test('the arguments of execute have the type of the schema', async () => {
    const { guard } = openAiPermits<Session>(set.gate, { requester: { principal: 'a' }, runId: 'r' });
    const seen: string[] = [];
    const tool = guard({
      name: 'send_mail',
      parameters: z.object({ to: z.string(), n: z.number() }),
      // Does not compile where the type of the schema is lost.
      execute: ({ to, n }, run) => seen.push(to.toUpperCase() + n.toFixed(1) + (run?.context.user ?? '')),
    });
    const given = { to: 'ann', n: 1 };
    const call = () => executing(tool)(given, { context: session }, { toolCall: { callId: 'c' } });
    await call();
    await set.answer('approve');
    await call();
    expect(seen).toEqual(['ANN1.0eve']);
  });
});
