/** The commands on a real store that another process could have filled. */
import { createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { describe, expect, test } from 'vitest';
import type { RunFile } from './files/run-file.js';
import { type Cli, cli, signOff } from './test-support/cli.js';

/** A file store with one run that waits for maria. */
async function filled(): Promise<Cli & { readonly url: string; readonly executionId: string }> {
  const command = cli();
  const url = `sqlite:${command.folder}/approvals.db`;
  const { store, close } = await openStore(url);
  const engine = createApprovalEngine({ store, agents: { printer: async () => ({ passed: true }) } });
  await engine.definitions.create(structuredClone(signOff) as never);
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'sign-off',
    triggerContext: { url: 'https://example.com' },
  });
  await engine.stop();
  await close();
  return { ...command, url, executionId, run: (...args) => command.run(...args, '--store', url) };
}

describe('runs in a store', () => {
  test('are listed, wait, are decided, and say what happened', async () => {
    const { run, executionId } = await filled();
    expect((await run('runs')).out).toContain(`${executionId}  sign-off v1  running`);
    expect((await run('runs', '--status', 'failed')).out).toBe('nothing\n');
    expect((await run('inbox', '--reviewer', 'maria')).out).toContain('step_legal  maria');
    const { items } = JSON.parse((await run('inbox', '--json')).out) as { items: { stepId: string }[] };
    expect(items.map((it) => it.stepId)).toEqual(['step_legal']);

    const decide = ['decide', executionId, 'step_legal', '--decision', 'reject'];
    const wrong = await run(...decide, '--reviewer', 'nobody');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('PERMISSION_DENIED')]);
    const right = await run(...decide, '--reviewer', 'maria', '--reason', 'not yet');
    expect(right).toEqual({ code: 0, out: 'recorded; the step is decided\n', err: '' });

    const lines = (await run('tail', executionId)).out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ +1 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}execution\.dispatched$/);
    expect(lines.at(-1)).toMatch(/step\.completed +step_legal {2}decision: reject$/);
    const [last] = (await run('tail', executionId, '--json', '--since', '3')).out
      .trimEnd()
      .split('\n')
      .slice(-1);
    expect(JSON.parse(last ?? '')).toMatchObject({ type: 'step.completed', executionId });
  });

  test('are not decided where a calendar of the host’s counts: nothing is recorded', async () => {
    const { run, url } = await filled();
    const { store, close } = await openStore(url);
    const week = { mon: [['09:00', '17:00']] } as const;
    const calendars = { office: { timeZone: 'UTC', week, holidays: [] } };
    const engine = createApprovalEngine({ store, calendars });
    const { slaMs: _, ...legal } = signOff.nodes[0];
    const second = { ...legal, nodeId: 'second', sla: { workingMs: 3_600_000, calendar: 'office' } };
    const late = { from: 'second', to: 'rework', when: signOff.edges[1].when };
    const nodes = [legal, second, signOff.nodes[2]];
    const edges = [{ from: 'legal', to: 'second' }, late];
    const definition = { definitionId: 'office-hours', name: 'Office hours', nodes, edges };
    await engine.definitions.create(structuredClone(definition) as never);
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'office-hours',
      triggerContext: { url: 'https://example.com' },
    });
    const decide = ['decide', executionId, 'step_legal', '--reviewer', 'maria', '--decision', 'approve'];
    const { code, err } = await run(...decide);
    expect([code, err]).toEqual([2, expect.stringMatching(/node "second" .* calendar "office"/)]);
    const { status, steps } = await engine.executions.get({ executionId });
    expect([status, steps.map((it) => it.status)]).toEqual(['running', ['waiting']]);
    await engine.stop();
    await close();
  });

  test('are decided with the digest of what they are about, in a later round too', async () => {
    const { run, url } = await filled();
    const { store, close } = await openStore(url);
    const engine = createApprovalEngine({ store });
    const [legal] = signOff.nodes;
    const config = { ...legal.config, requireSubjectDigest: true, onSubjectChange: 'reset' };
    const nodes = [{ ...legal, config }, ...signOff.nodes.slice(1)];
    const definition = { ...signOff, definitionId: 'by-digest', nodes };
    await engine.definitions.create(structuredClone(definition) as never);
    const [digest, next] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`];
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'by-digest',
      triggerContext: { url: 'https://example.com' },
      subject: { digest },
    });
    const decide = ['decide', executionId, 'step_legal', '--reviewer', 'maria', '--decision', 'approve'];
    expect((await run(...decide)).code).toBe(1);
    expect((await run(...decide, '--subject-digest', next)).code).toBe(1);
    const revised = { executionId, subject: { digest: next }, ifDigest: digest, actorId: 'ops' };
    await engine.executions.reviseSubject(revised);
    const later = [...decide, '--subject-digest', next];
    const { steps } = await engine.executions.get({ executionId });
    const round = steps[0]?.people?.places[0]?.round ?? 1;
    expect((await run(...later, '--round', String(round + 1))).code).toBe(1);
    expect((await run(...later, '--round', '0')).code).toBe(2);
    const decided = await run(...later, '--round', String(round));
    expect(decided).toEqual({ code: 0, out: 'recorded; the step is decided\n', err: '' });
    await engine.stop();
    await close();
  });

  test('are decided by a substitute, with a code and with values, and abstained from', async () => {
    const { run, url } = await filled();
    const { store, close } = await openStore(url);
    const engine = createApprovalEngine({ store });
    const [legal] = signOff.nodes;
    const config = {
      ...legal.config,
      ...{ allow: ['substitute'], allowAbstain: true, reasonCodes: ['price', 'law'] },
      reviewers: ['maria', 'ben', 'eva', 'ida'].map((userId) => ({ userId, mandatory: false })),
      decisionRule: { kind: 'count', approvals: 2 },
      form: { fields: [{ name: 'amount', type: 'number', required: true }] },
    };
    const nodes = [{ ...legal, config }, ...signOff.nodes.slice(1)];
    await engine.definitions.create(structuredClone({ ...signOff, definitionId: 'rich', nodes }) as never);
    const triggerContext = { url: 'https://example.com' };
    const { executionId } = await engine.executions.dispatch({ definitionId: 'rich', triggerContext });
    const now = Date.now();
    const away = { userId: 'maria', from: now - 1_000, until: now + 60_000, substituteId: 'tom' };
    await engine.people.setAbsence(away);
    const decide = (reviewer: string, decision: string, ...more: string[]) =>
      run('decide', executionId, 'step_legal', '--reviewer', reviewer, '--decision', decision, ...more);
    expect((await decide('ben', 'abstain')).err).toContain('reasonCode');
    expect((await decide('ben', 'abstain', '--reason-code', 'law')).code).toBe(0);
    expect((await decide('eva', 'approve')).err).toContain('amount');
    for (const wrong of ['[1]', 'amount', '{"amount": 1, "amount": 2}', '{"amount": 9007199254740993}'])
      expect([wrong, (await decide('eva', 'approve', '--values', wrong)).code]).toEqual([wrong, 2]);
    expect((await decide('eva', 'approve', '--values', '{"amount": 5}')).code).toBe(0);
    const own = await decide('tom', 'approve', '--values', '{"amount": 7}');
    expect(own.err).toContain('PERMISSION_DENIED');
    const stoodIn = await decide('tom', 'approve', '--values', '{"amount": 7}', '--on-behalf-of', 'maria');
    expect(stoodIn).toEqual({ code: 0, out: 'recorded; the step is decided\n', err: '' });
    const { steps } = await engine.executions.get({ executionId });
    expect(steps[0]?.output).toMatchObject({ values: { amount: 7 }, abstainCount: 1 });
    await engine.stop();
    await close();
  });

  test('are reminded of', async () => {
    const { run, executionId } = await filled();
    const remind = ['remind', executionId, 'step_legal'];
    expect((await run(...remind)).code).toBe(2);
    expect(await run(...remind, '--actor', 'ops')).toEqual({ code: 0, out: 'reminded: maria\n', err: '' });
    const again = await run(...remind, '--actor', 'ops', '--user', 'maria', '--json');
    expect(JSON.parse(again.out)).toEqual({ reminded: false, userIds: [] });
    const other = await run(...remind, '--actor', 'eve');
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('less than a minute ago')]);
    expect((await run('tail', executionId)).out).toMatch(/step\.reminder +step_legal/);
  });

  test('are followed until they end', async () => {
    const { run, executionId, url } = await filled();
    const following = run('tail', executionId, '--follow');
    const { store, close } = await openStore(url);
    const engine = createApprovalEngine({ store });
    await engine.executions.cancel({ executionId, reason: 'enough' });
    const { code, out } = await following;
    await engine.stop();
    await close();
    expect([code, out]).toEqual([0, expect.stringMatching(/execution\.cancelled +reason: enough\n$/)]);
  });

  test('of a store are printed together, through the feed', async () => {
    const { run, executionId } = await filled();
    const all = await run('tail');
    expect(all.out).toContain(`${executionId}      1`);
    const position = /--after (\S+)/.exec(all.err)?.[1] ?? '';
    expect((await run('tail', '--after', position)).out).toBe('');
    const decide = ['decide', executionId, 'step_legal', '--reviewer', 'maria', '--decision', 'approve'];
    await run(...decide);
    const later = (await run('tail', '--after', position, '--json')).out.trim().split('\n');
    expect(later.map((it) => (JSON.parse(it) as { type: string }).type)).toContain('step.completed');
    expect((await run('tail', '--after', 'made-up')).code).toBe(1);
  });

  test('are exported as a file, drawn at any moment, and imported elsewhere', async () => {
    const { run, executionId, folder, ...rest } = await filled();
    await run('decide', executionId, 'step_legal', '--reviewer', 'maria', '--decision', 'reject');
    expect(await run('export', executionId, '-o', 'run.json')).toEqual({ code: 0, out: '', err: '' });
    const files = cli();
    const { readFileSync } = await import('node:fs');
    const text = readFileSync(`${folder}/run.json`, 'utf8');
    files.write('run.json', text);
    expect((await files.run('draw', 'run.json')).out).toMatch(/legal +maria.* ✗ rejected/);
    const waiting = await files.run('draw', 'run.json', '--at', '4');
    expect(waiting.out).toMatch(/legal +maria.* … waiting/);

    const other = ['--store', `sqlite:${files.folder}/other.db`];
    expect((await files.run('migrate', 'up', ...other)).code).toBe(0);
    expect((await files.run('import', 'run.json', '--workspace', 'report', ...other)).code).toBe(0);
    const again = await files.run('import', 'run.json', '--workspace', 'report', ...other);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('import into an empty one')]);
    const events = (await run('tail', executionId, '--json')).out;
    expect((await files.run('tail', executionId, '--json', '--workspace', 'report', ...other)).out).toBe(
      events,
    );
    expect(rest.url).toContain('approvals.db');

    const forged = JSON.parse(text) as { events: { type: string }[] };
    forged.events.splice(2, 1);
    files.write('forged.json', forged);
    expect((await files.run('draw', 'forged.json')).err).toContain('forged.json: is not a run of the engine');
  });
});

describe('import', () => {
  /** A file of the waiting run, and a store to import it into. */
  async function exported() {
    const { run, executionId } = await filled();
    const text = (await run('export', executionId)).out;
    const there = cli();
    const url = `sqlite:${there.folder}/other.db`;
    await there.run('migrate', 'up', '--store', url);
    const load = (file: object) => {
      there.write('run.json', file);
      return there.run('import', 'run.json', '--workspace', 'report', '--store', url);
    };
    return { file: JSON.parse(text) as RunFile, executionId, url, load, there };
  }

  test('refuses a compiled definition that its source does not compile to', async () => {
    const { file, load } = await exported();
    const nodes = structuredClone(file.definition.compiled.nodes) as Record<
      string,
      { reviewers?: unknown[] }
    >;
    for (const node of Object.values(nodes)) node.reviewers?.splice(0);
    const compiled = { ...file.definition.compiled, nodes };
    const { code, err } = await load({ ...file, definition: { ...file.definition, compiled } });
    expect([code, err]).toEqual([2, expect.stringContaining('is not what its source compiles to')]);
  });

  test('refuses a workspace that holds anything, whatever the scope of the file', async () => {
    const { file, load } = await exported();
    expect((await load(file)).code).toBe(0);
    const scoped = { ...file, definition: { ...file.definition, organizationId: 'acme' } };
    const { code, err } = await load(scoped);
    expect([code, err]).toEqual([2, expect.stringContaining('an empty one')]);
  });

  test('takes no key, and nothing of it runs on: decisions, dispatches, the doctor', async () => {
    const { file, executionId, url, load, there } = await exported();
    const { code } = await load({ ...file, header: { ...file.header, idempotencyKey: 'order-77' } });
    expect(code).toBe(0);
    const { store, close } = await openStore(url);
    const engine = createApprovalEngine({ store, agents: { printer: async () => ({ passed: true }) } });
    try {
      const { executions, steps, definitions } = engine.forWorkspace('report');
      const decision = {
        executionId,
        stepId: 'step_legal',
        reviewerId: 'maria',
        decision: 'approve',
      } as const;
      const imported = { details: { code: 'imported' } };
      await expect(steps.recordReviewerDecision(decision)).rejects.toMatchObject(imported);
      const dispatch = { definitionId: 'sign-off', triggerContext: { url: 'https://example.com' } };
      await expect(executions.dispatch(dispatch)).rejects.toMatchObject(imported);
      const report = await engine.doctor({ workspaceId: 'report', fix: true });
      expect([report.checked, report.findings]).toEqual([1, []]);
      expect(await store.listJobs?.([{ workspaceId: 'report', executionId }])).toEqual([[]]);
      await definitions.create({ ...structuredClone(signOff), definitionId: 'order' } as never);
      const own = await executions.dispatch({
        ...dispatch,
        definitionId: 'order',
        idempotencyKey: 'order-77',
      });
      expect(own.deduplicated).toBe(false);
      expect(await executions.cancel({ executionId })).toMatchObject({ cancelled: true });
    } finally {
      await engine.stop();
      await close();
    }
    expect((await there.run('doctor', '--workspace', 'report', '--store', url)).code).toBe(0);
  });
});

test('tail takes a place of one run, or of all of them', async () => {
  const { run, executionId } = await filled();
  const since = await run('tail', '--since', '3');
  expect([since.code, since.out, since.err]).toEqual([2, '', expect.stringContaining('pass the run')]);
  const after = await run('tail', executionId, '--after', '00000000001');
  expect([after.code, after.out, after.err]).toEqual([2, '', expect.stringContaining('use --since SEQ')]);
});

describe('migrate', () => {
  test('reports what is missing, adds it, and prints the SQL', async () => {
    const { run, folder } = cli({ APPROVAL_STORE: '' });
    const store = ['--store', `sqlite:${folder}/new.db`];
    const before = await run('migrate', 'status', ...store);
    expect([before.code, before.out]).toEqual([1, expect.stringContaining('run approval migrate up')]);
    const { err } = await run('runs', ...store);
    expect(err).toContain('migrate');
    const up = await run('migrate', 'up', '--json', ...store);
    expect([up.code, JSON.parse(up.out)]).toEqual([0, { upToDate: true, problem: null }]);
    expect(JSON.parse((await run('migrate', 'status', '--json', ...store)).out)).toEqual({
      upToDate: true,
      problem: null,
    });
    expect((await run('runs', ...store)).out).toBe('nothing\n');
    expect((await run('migrate', 'sql', 'postgres')).out).toMatch(/create table .*approval_executions/i);
  });
});

describe('simulate', () => {
  test('answers come with what their node asks for, and groups and calendars are there', async () => {
    const { write, run } = cli();
    const [legal, ...others] = signOff.nodes;
    const { slaMs: _, ...node } = legal;
    const sign = {
      ...node,
      sla: { workingMs: 3_600_000, calendar: 'office' },
      config: {
        ...node.config,
        reviewers: [{ pool: { group: 'finance' }, mandatory: true }],
        reasonRequired: 'always',
        reasonCodes: ['price'],
        requireSubjectDigest: true,
        form: { fields: [{ name: 'amount', type: 'number', required: true }] },
      },
    };
    const file = write('a.json', { ...signOff, nodes: [sign, ...others] });
    for (const [answer, ending] of [
      ['approve', '✓ approved'],
      ['reject', '✗ rejected'],
      ['breach', 'breached'],
    ]) {
      const { code, out, err } = await run('simulate', file, '--answer', `legal:${answer}`);
      expect([answer, code, err]).toEqual([answer, 0, '']);
      expect(out).toContain(ending);
    }
    const abstains = await run('simulate', file, '--answer', 'legal:abstain');
    expect([abstains.code, abstains.err]).toEqual([1, expect.stringContaining('does not allow abstentions')]);
  });

  test('stopped histories are not a success', async () => {
    const { write, run } = cli({}, AbortSignal.abort());
    const file = write('a.json', signOff);
    const { code, err } = await run('simulate', file, '--histories', '1000000');
    expect([code, err]).toEqual([1, 'stopped before all 1000000 histories ran\n']);
  });

  test('by answers, until the run ends', async () => {
    const { write, run } = cli();
    const file = write('a.json', signOff);
    const waits = await run('simulate', file);
    expect([waits.code, waits.out]).toEqual([0, expect.stringMatching(/… waiting[^]*\n\nrunning\n$/)]);
    const approved = await run('simulate', file, '--answer', 'legal:approve:maria');
    expect(approved.out).toMatch(/✓ approved[^]*publish.*✓ completed[^]*\n\ncompleted\n$/);
    const breached = JSON.parse((await run('simulate', file, '--json', '--answer', 'legal:breach')).out) as {
      steps: { nodeId: string; status: string }[];
    };
    expect(breached.steps.map((it) => `${it.nodeId} ${it.status}`)).toEqual([
      'legal breached',
      'rework completed',
    ]);
  });

  test('a run that fails is a finding', async () => {
    const { write, run } = cli();
    const file = write('a.json', signOff);
    const failed = await run('simulate', file, '--answer', 'legal:approve:maria', '--context', '{}');
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/\nfailed/)]);
  });

  test('wrong answers say what there is', async () => {
    const { write, run } = cli();
    const file = write('a.json', signOff);
    expect((await run('simulate', file, '--answer', 'publish:approve')).err).toContain('waiting: legal');
    expect((await run('simulate', file, '--answer', 'legal')).err).toContain('pass NODE:approve');
    expect((await run('simulate', file, '--context', '[1]')).err).toContain('must be a JSON object');
    expect((await run('simulate', write('b.json', { nodes: [], edges: [] }))).err).toContain(
      'run approval lint b.json',
    );
  });

  test('random histories', async () => {
    const { write, run } = cli();
    const args = ['simulate', write('a.json', signOff), '--histories', '3', '--json'];
    const report = JSON.parse((await run(...args)).out) as { histories: number; failures: number };
    expect(report).toMatchObject({ histories: 3, failures: 0 });
  });
});

/** Refused connections are retried for 10 s, since a database may be starting. */
test('an unreachable database: no password is printed, no table is called missing', async () => {
  const urls = [
    'postgres://ann:qz-zq@127.0.0.1:1/none',
    'postgres://ann:qz/zq@127.0.0.1:1/db',
    'postgres://ann:qz@zq@127.0.0.1:1/db',
    'mysql://ann:qz?zq@127.0.0.1:1/db',
    'postgres://127.0.0.1:1/db?user=ann&password=qz-zq',
  ];
  const ofEnvironment = cli({ APPROVAL_STORE: urls[0] ?? '' }).run('runs');
  const given = urls.map((url) => cli().run('runs', '--store', url));
  const status = cli().run('migrate', 'status', '--json', '--store', 'postgres://ann@127.0.0.1:1/none');
  for (const { code, out, err } of await Promise.all([ofEnvironment, status, ...given])) {
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toMatch(/qz|zq/);
  }
  for (const { err } of [await ofEnvironment, await status])
    expect(err).toContain('postgres://…@127.0.0.1:1/none');
});
