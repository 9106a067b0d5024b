/** The hook, called as the CLI calls it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClaudeOptions, permitHooks } from './claude.js';
import { mails } from './test-support/mails.js';

let set: Awaited<ReturnType<typeof mails>>;
beforeEach(async () => {
  set = await mails();
});
afterEach(() => set.stop());

function session(options: Partial<ClaudeOptions> = {}) {
  const hooks = permitHooks(set.gate, { requester: { principal: 'assistant' }, ...options });
  const call = async (event: keyof typeof hooks, tool_use_id: string, more: object) => {
    const input = { hook_event_name: event, session_id: 's1', tool_name: 'send_mail', tool_use_id, ...more };
    const output = await hooks[event][0]!.hooks[0]!(input, tool_use_id, {
      signal: new AbortController().signal,
    });
    return output.hookSpecificOutput;
  };
  return { hooks, before: (id: string, tool_input: object) => call('PreToolUse', id, { tool_input }), call };
}

test('what throws lets nothing through, and the deadline is ours', () => {
  const { hooks } = session({ waitMs: 45_000 });
  expect(hooks.PreToolUse).toMatchObject([{ onFailure: 'block', timeout: 105 }]);
});

test('denied while pending; the same call under another id is the same permit, and runs once', async () => {
  const { before, call } = session();
  expect(await before('toolu_1', { to: 'ann' })).toMatchObject({ permissionDecision: 'deny' });
  expect(await before('toolu_2', { to: 'ann' })).toMatchObject({ permissionDecision: 'deny' });
  const { permitId } = await set.answer('approve');
  expect(await before('toolu_3', { to: 'ann' })).toEqual({
    hookEventName: 'PreToolUse',
    permissionDecision: 'allow',
    permissionDecisionReason: 'Approved.',
    updatedInput: { to: 'ann' },
  });
  await call('PostToolUse', 'toolu_3', { tool_response: 'sent' });
  expect(await set.gate.get({ permitId })).toMatchObject({ outcome: { ok: true } });
  // Once more is a new question.
  expect(await before('toolu_4', { to: 'ann' })).toMatchObject({ permissionDecision: 'deny' });
  expect(await set.pending()).toMatchObject([{ ref: { attempt: 2 } }]);
});

test('deferred: the id of the call is its name, and a second run of it is refused', async () => {
  const { before } = session({ whenPending: 'defer' });
  expect(await before('toolu_1', { to: 'ann' })).toMatchObject({ permissionDecision: 'defer' });
  await set.answer('approve');
  expect(await before('toolu_1', { to: 'ann' })).toMatchObject({ permissionDecision: 'allow' });
  expect(await before('toolu_1', { to: 'ann' })).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('started once before') as string,
  });
});

test('a failure of the tool is its outcome', async () => {
  const { before, call } = session();
  await before('toolu_1', { to: 'ann' });
  const { permitId } = await set.answer('approve');
  await before('toolu_1', { to: 'ann' });
  await call('PostToolUseFailure', 'toolu_1', { error: 'no server' });
  expect(await set.gate.get({ permitId })).toMatchObject({ outcome: { ok: false, error: 'no server' } });
});

test('a call without an id is not let through', async () => {
  const { hooks } = session();
  const input = { hook_event_name: 'PreToolUse', session_id: 's1', tool_name: 'send_mail', tool_input: {} };
  const { signal } = new AbortController();
  await expect(hooks.PreToolUse[0]!.hooks[0]!(input, undefined, { signal })).rejects.toThrow('tool_use_id');
});
