/** Actions by forms over HTTP: permissions, origin checks, and the shown consequences. */
import { LIMITS } from '@org/approval-core';
import { describe, expect, test } from 'vitest';
import { inspected, review } from './test-support/inspected.js';

describe('forms', () => {
  const decision = async (it: Awaited<ReturnType<typeof inspected>>, reviewerId = 'finance') => {
    const { items } = await it.engine.steps.listWaiting();
    return {
      executionId: it.executionId,
      stepId: items[0]!.stepId,
      reviewerId,
      decision: 'approve',
      reason: 'fine',
    };
  };

  test('decide, and lead back to the run', async () => {
    const it = await inspected();
    const response = await it.post('decide', await decision(it));
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/inspect/run?id=${it.executionId}`,
    ]);
    await it.drain();
    expect((await it.engine.steps.listWaiting()).items.map((step) => step.nodeId)).toEqual(['chief']);
  });

  test('decide on what the page showed, also where that was nothing', async () => {
    const it = await inspected();
    const node = {
      nodeId: 'sign',
      type: 'human' as const,
      config: {
        reviewers: [{ userId: 'finance', mandatory: true }],
        onSubjectChange: 'keep' as const,
        onReject: { routeToNodeId: 'no' },
      },
    };
    const no = { nodeId: 'no', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } };
    await it.engine.definitions.create({
      definitionId: 'sign-it',
      name: 'Sign',
      nodes: [node, no],
      edges: [],
    });
    const { executionId } = await it.engine.executions.dispatch({ definitionId: 'sign-it' });
    const page = async () => (await it.get(`run?id=${executionId}`)).text();
    const fields = (text: string): Record<string, string> => {
      const form = text.slice(text.indexOf('action="/inspect/decide"'));
      const hidden = form.slice(0, form.indexOf('</form>')).matchAll(/name="(\w+)"\s+value="([^"]*)"/g);
      return {
        ...Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value])),
        decision: 'approve',
      };
    };
    const before = fields(await page());
    const subject = { digest: `sha256:${'a'.repeat(64)}`, ref: 'contract <7>', revision: 'r2' };
    await it.engine.executions.reviseSubject({ executionId, subject, ifDigest: null, actorId: 'author' });
    const late = await it.post('decide', before);
    expect([late.status, (await it.engine.executions.get({ executionId })).status]).toEqual([400, 'running']);
    const seen = await page();
    expect(seen).toMatch(/<bdi>contract &lt;7&gt;<\/bdi> · <bdi>r2<\/bdi> ·\s+<code>sha256:a{64}<\/code>/);
    expect((await it.post('decide', fields(seen))).status).toBe(303);
    expect((await it.engine.executions.get({ executionId })).status).toBe('completed');
  });

  test('are refused from other sites, without proof of where they come from, and as other types', async () => {
    const it = await inspected();
    const fields = await decision(it);
    const from = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const headers of from)
      expect((await it.post('decide', fields, headers as Record<string, string>)).status).toBe(403);
    const text = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' };
    expect((await it.post('decide', fields, text)).status).toBe(400);
    expect((await it.get(`decide?${new URLSearchParams(fields).toString()}`)).status).toBe(404);
    expect((await it.engine.steps.listWaiting()).items).toHaveLength(1);
    expect((await it.post('decide', fields, { origin: 'http://host.example' })).status).toBe(303);
  });

  test('do what the visitor may, in their own name', async () => {
    const reader = await inspected({ permissions: ['read'] });
    expect((await reader.post('decide', await decision(reader))).status).toBe(403);
    expect((await reader.post('cancel', { executionId: reader.executionId })).status).toBe(403);
    expect((await reader.post('redeliver', { deliveryId: 'x:1' })).status).toBe(403);
    expect(await (await reader.get(`run?id=${reader.executionId}`)).text()).not.toContain('method="post"');
    const stranger = await inspected({ permissions: ['read', 'decide'], subject: 'eve' });
    expect((await stranger.post('decide', await decision(stranger))).status).toBe(403);
    expect((await stranger.post('decide', await decision(stranger, 'eve'))).status).toBe(403);
    const own = await inspected({ permissions: ['read', 'decide'] });
    expect((await own.post('decide', await decision(own))).status).toBe(303);
  });

  test('hand over, resolve and cancel steps, and start runs, by permission', async () => {
    const it = await inspected({ subject: 'ann' });
    const { executionId } = it;
    const { stepId = '' } = (await it.engine.steps.listWaiting()).items[0] ?? {};
    const step = { executionId, stepId };
    const handed = { ...step, reviewerId: 'finance', toUserId: 'fay', reason: 'on leave' };
    expect((await it.post('delegate', handed)).status).toBe(303);
    expect((await it.engine.steps.listWaiting({ reviewerId: 'fay' })).items).toHaveLength(1);
    expect((await it.post('resolve', { ...step, action: 'reviewer-approve' })).status).toBe(400);
    expect((await it.post('resolve', { ...step, action: 'force-approve', reason: 'urgent' })).status).toBe(
      303,
    );
    await it.drain();
    const text = await (await it.get(`run?id=${executionId}`)).text();
    expect(text).toContain('overridden');
    const [chief] = (await it.engine.steps.listWaiting()).items;
    expect(chief?.nodeId).toBe('chief');
    const cancelled = await it.post('cancel-step', {
      executionId,
      stepId: chief?.stepId ?? '',
      reason: 'enough',
    });
    expect(cancelled.status).toBe(303);
    const shown = await (await it.get('definition?id=release-note')).text();
    const [, triggerContext = ''] = /name="triggerContext"[^>]*>\s*([^<]*)</.exec(shown) ?? [];
    expect(JSON.parse(triggerContext.replaceAll('&quot;', '"'))).toEqual({
      url: 'https://example.com/document',
    });
    const start = { definitionId: 'release-note', triggerContext: '{"url":"https://example.com/8"}' };
    expect((await it.post('dispatch', { ...start, triggerContext: '[1]' })).status).toBe(400);
    expect((await it.post('dispatch', start)).headers.get('location')).toMatch(/run\?id=exec_/);

    const reader = await inspected({ permissions: ['read', 'decide'], subject: 'eve' });
    for (const [path, fields] of Object.entries({
      delegate: handed,
      resolve: { ...step, action: 'force-approve' },
      'cancel-step': step,
      dispatch: start,
    }))
      expect([path, (await reader.post(path, fields)).status]).toEqual([path, 403]);
  });

  test('accept the longest userId and reason: browsers cut longer text silently', async () => {
    const it = await inspected({ subject: 'ann' });
    const text = await (await it.get(`run?id=${it.executionId}`)).text();
    const most = (name: string) =>
      [...text.matchAll(/<(?:input|textarea)\s([^>]*)>/g)]
        .map(([, attributes = '']) => attributes)
        .filter((attributes) => attributes.includes(`name="${name}"`))
        .map((attributes) => Number(/maxlength="(\d+)"/.exec(attributes)?.[1]));
    // UTF-16 code units; a character has up to two.
    expect(most('toUserId')).toEqual([2 * LIMITS.actorLength]);
    expect(Math.min(...most('reason'))).toBe(2 * LIMITS.cancelReasonLength);
    expect(Math.max(...most('reason'))).toBe(2 * LIMITS.decisionReasonLength);
  });

  test('remind those who owe an answer, by permission and once a minute', async () => {
    const it = await inspected({ subject: 'ann' });
    const page = async () =>
      (await (await it.get(`run?id=${it.executionId}`)).text()).replaceAll(/\s+/g, ' ');
    expect(await page()).toContain('Asks finance again, like a reminder of the definition.');
    const { stepId = '' } = (await it.engine.steps.listWaiting()).items[0] ?? {};
    const step = { executionId: it.executionId, stepId };
    expect((await it.post('remind', step)).status).toBe(303);
    const { events } = await it.engine.executions.getEvents({ executionId: it.executionId });
    expect(events.at(-1)).toMatchObject({
      type: 'step.reminder',
      data: { level: null, userIds: ['finance'] },
    });
    expect(await page()).toContain('<bdi>finance</bdi> was reminded by <bdi>ann</bdi>,');
    // The same call again is a replay, so the page offers no reminder within a minute.
    expect(await page()).not.toContain('<button>Remind</button>');
    expect((await it.post('remind', step)).status).toBe(303);
    expect((await it.engine.executions.getEvents({ executionId: it.executionId })).events).toHaveLength(
      events.length,
    );
    expect((await it.post('remind', { ...step, userId: 'legal' })).status).toBe(400);
    await it.advance(60_000);
    expect(await page()).toContain('<button>Remind</button>');
    const reader = await inspected({ permissions: ['read', 'decide'] });
    expect((await reader.post('remind', { ...step, executionId: reader.executionId })).status).toBe(403);
  });

  test('say what will follow, of this moment and of any before', async () => {
    const { get, executionId, engine } = await inspected();
    const plain = async (path: string) =>
      (await (await get(path)).text()).replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ');
    const now = await plain(`run?id=${executionId}`);
    expect(now).toContain('Open steps');
    expect(now).toContain('finance approves : finance is approved; chief starts');
    expect(now).toContain(
      'finance rejects : finance is rejected; loop revision restarts or is exhausted; draft starts',
    );
    expect(now).toContain('Approve by force finance is approved; chief starts');
    const { events } = await engine.executions.getEvents({ executionId });
    const seq = events.find((it) => it.type === 'step.awaiting-approval')?.seq ?? 0;
    const then = await plain(`run?id=${executionId}&at=${seq}`);
    expect(then).toContain('Open steps at this moment');
    expect(then).not.toContain('by force');
  });

  test('cancel', async () => {
    const it = await inspected();
    expect((await it.post('cancel', { executionId: it.executionId, reason: 'enough' })).status).toBe(303);
    expect((await it.engine.executions.get({ executionId: it.executionId })).status).toBe('cancelled');
  });

  test('send again what is dead', async () => {
    const { engine, receiver, drain, advance, get, post } = await inspected();
    receiver.respondWith(() => 500);
    await engine.executions.dispatch({
      definitionId: 'release-note',
      triggerContext: { url: 'x' },
      webhookUrl: 'https://receiver.example/events',
      webhookSecret: 'a-secret-of-this-test',
    });
    await drain();
    await advance(3_600_000);
    const dead = await (await get('deliveries?status=dead')).text();
    expect(dead).toContain('the receiver responded 500');
    expect(dead).toContain('6 of 6');
    const deliveryId = /name="deliveryId" value="([^"]+)"/.exec(dead)?.[1] ?? '';
    receiver.respondWith(() => 200);
    expect((await post('redeliver', { deliveryId })).status).toBe(303);
    await drain();
    expect(await (await get('deliveries?status=delivered')).text()).toContain('status-delivered');
    expect(await (await get('operations')).text()).toMatch(/dead deliver/i);
  });

  test('save a draft on the seen version, with permission', async () => {
    const it = await inspected();
    const bare = { definitionId: 'release-note', name: 'Third', nodes: [review.nodes[0]], edges: [] };
    const text = JSON.stringify(bare);
    expect((await it.post('save', { text, ifVersion: '1' })).status).toBe(400);
    expect((await it.post('save', { text: '[]', ifVersion: '2' })).status).toBe(400);
    expect((await it.post('save', { text, ifVersion: '2' })).status).toBe(303);
    const kept = await it.engine.definitions.get({ definitionId: 'release-note' });
    expect([kept.version, kept.name, kept.groups, kept.loops]).toEqual([3, 'Third', null, null]);
    const made = {
      ...bare,
      definitionId: 'another-note',
      scope: { level: 'organization', organizationId: 'acme' },
    };
    const saved = await it.post('save', { text: JSON.stringify(made), ifVersion: '0' });
    expect(saved.headers.get('location')).toBe('/inspect/definition?id=another-note&organizationId=acme');
    const reader = await inspected({ permissions: ['read'] });
    expect((await reader.post('save', { text: JSON.stringify(made), ifVersion: '0' })).status).toBe(403);
    expect((await it.post('playground', { text, answers: '{}' })).status).toBe(400);
    expect((await it.post('complete', { text: '{', offset: '9' })).status).toBe(400);
  });

  test('check a draft without keeping it', async () => {
    const it = await inspected();
    const draft = {
      definitionId: 'a-draft',
      name: 'Draft',
      nodes: [{ nodeId: 'a', type: 'human', config: { reviewers: [] } }],
      edges: [],
    };
    const text = await (await it.post('playground', { text: JSON.stringify(draft) })).text();
    expect(text).toContain('2 to fix');
    expect(text).toContain('✗ error');
    expect(await (await it.post('playground', { text: '{' })).text()).toContain('Not valid JSON yet');
    expect(await (await it.post('playground', { text: '7' })).text()).toContain('cannot be drawn yet');
    expect((await it.engine.definitions.list()).items).toHaveLength(1);
  });

  test('try a draft whose nodes ask for reasons, values, a subject, groups and calendars', async () => {
    const it = await inspected();
    const config = {
      reviewers: [{ pool: { group: 'finance' }, mandatory: true }],
      reasonRequired: 'always',
      reasonCodes: ['price'],
      requireSubjectDigest: true,
      form: { fields: [{ name: 'amount', type: 'number', required: true }] },
      onReject: { routeToNodeId: 'rework' },
    };
    const draft = {
      definitionId: 'a-draft',
      name: 'Draft',
      nodes: [
        { nodeId: 'sign', type: 'human', sla: { workingMs: 3_600_000, calendar: 'office' }, config },
        { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
      ],
      edges: [{ from: 'sign', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' }],
    };
    const answers = JSON.stringify([{ nodeId: 'sign', reviewerId: 'finance-1', decision: 'approve' }]);
    const text = await (await it.post('playground', { text: JSON.stringify(draft), answers })).text();
    expect(text).toContain('✓ approved');
    expect(text).not.toContain('of them refused');
  });
});
