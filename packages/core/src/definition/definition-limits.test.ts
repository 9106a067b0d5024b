import { describe, expect, test } from 'vitest';
import { agent, human, rejectTo } from '../test-support/run.js';
import { definitionSchema } from './definition.js';

const BASE = { definitionId: 'definition', name: 'Definition', nodes: [agent('a')], edges: [] };
const accepts = (definition: object) => definitionSchema.safeParse(definition).success;

const text = (length: number) => 'x'.repeat(length);
const list = <T>(length: number, item: (index: number) => T) =>
  Array.from({ length }, (_, index) => item(index));
const top = (field: string) => (value: unknown) => ({ ...BASE, [field]: value });
const node = (field: string) => (value: unknown) => ({ ...BASE, nodes: [{ ...agent('a'), [field]: value }] });
const humanWith = (field: string) => (value: unknown) => ({
  ...BASE,
  nodes: [human('a', 'ann', { ...rejectTo('b'), [field]: value })],
});
const agentWith = (field: string) => (value: unknown) => ({
  ...BASE,
  nodes: [agent('a', '__mock__', { [field]: value })],
});
const retry = (field: string) => (value: unknown) => node('retry')({ [field]: value });
const group = (index: number) => ({
  groupId: `g${index}`,
  memberNodeIds: ['a'],
  expectedSteps: 1,
  quorum: 1,
});
const loop = (index: number) => ({ loopId: `l${index}`, entryNodeId: 'a', bodyNodeIds: ['a'] });
const trigger = (index: number) => ({ triggerId: `t${index}`, inboundWebhook: { authMode: 'hmac' } });
const loopBack = (maxIterations: unknown) =>
  humanWith('onReject')({ loopBack: { toNodeId: 'a', maxIterations } });

describe('the limits of a definition, exactly (contract section 1)', () => {
  test.each<[string, (value: never) => object, unknown[], unknown[]]>([
    ['name', top('name'), [text(1), text(200)], ['', text(201), null]],
    ['description', top('description'), ['', text(2_000)], [text(2_001)]],
    ['$schema', top('$schema'), ['', text(2_000)], [text(2_001), 1, null]],
    ['name of a node', node('name'), [text(1), text(200)], ['', text(201)]],
    ['description of a node', node('description'), [text(2_000)], [text(2_001)]],
    ['tags', top('tags'), [[], list(20, String), [text(64)]], [list(21, String), [text(65)], [1]]],
    ['groups', top('groups'), [[], list(100, group)], [list(101, group)]],
    ['loops', top('loops'), [[], list(20, loop)], [list(21, loop)]],
    ['triggers', top('triggers'), [[], list(50, trigger)], [list(51, trigger)]],
    ['slaMs', node('slaMs'), [1, 31_536_000_000], [0, -1, 31_536_000_001, 1.5, '1', null]],
    ['agentMaxRuntimeMs', agentWith('agentMaxRuntimeMs'), [1, 86_400_000], [0, 86_400_001, 0.5]],
    [
      'maxIterations of a loop',
      (value) => top('loops')([{ ...loop(0), maxIterations: value }]),
      [1, 20],
      [0, 21, 1.5],
    ],
    ['maxIterations of a loopBack', loopBack, [1, 20], [0, 21, 1.5]],
    [
      'reviewers',
      (count: number) => humanWith('reviewers')(list(count, (it) => ({ userId: `u${it}`, mandatory: true }))),
      [1, 50],
      [51],
    ],
    [
      'userId',
      (value) => humanWith('reviewers')([{ userId: value, mandatory: true }]),
      [text(256)],
      ['', text(257), 'a\nb'],
    ],
    ['commentBody', humanWith('commentBody'), ['', text(8_000)], [text(8_001)]],
    [
      'reviewerEmails',
      humanWith('reviewerEmails'),
      [[], list(50, () => 'a@b.c')],
      [list(51, () => 'a@b.c'), ['']],
    ],
    ['promptOverride', agentWith('promptOverride'), ['', text(8_000)], [text(8_001)]],
    ['agentId', agentWith('agentId'), [text(200)], [text(201), 'a\nb']],
    ['retry.maximumAttempts', retry('maximumAttempts'), [1, 10], [0, 11, 1.5]],
    ['retry.backoffCoefficient', retry('backoffCoefficient'), [1, 1.5, 2], [0.9, '2']],
    ['retry.initialIntervalMs', retry('initialIntervalMs'), [0, 1_000], [-1, 0.5]],
    ['retry.maximumIntervalMs', retry('maximumIntervalMs'), [0, 60_000], [-1, 0.5]],
    ['retry, every member optional', node('retry'), [{}, { maximumAttempts: 2 }], [{ attempts: 2 }]],
    [
      'organizationId',
      (value) => top('scope')({ level: 'organization', organizationId: value }),
      [text(200)],
      ['', text(201), 'a\nb'],
    ],
    [
      'documentId',
      (value) => top('scope')({ level: 'document', organizationId: 'o', documentId: value }),
      [text(200)],
      ['', text(201), undefined],
    ],
    ['webhookConfig.url', (value) => top('webhookConfig')({ url: value }), [text(2_000)], ['', text(2_001)]],
    [
      'webhookConfig.secret',
      (value) => top('webhookConfig')({ url: 'u', secret: value }),
      [text(16), text(512)],
      [text(15), text(513)],
    ],
    [
      'custom',
      top('custom'),
      [{}, { a: [{ b: null }] }, { text: text(262_133) }],
      [[], 'text', null, { text: text(262_134) }],
    ],
    [
      'inputMapping',
      agentWith('inputMapping'),
      [{}, { a: 'output' }, { a: 'output.x.y', b: 'execution.input', c: 'execution.input.z' }],
      [{ a: 'execution' }, { a: 'step.x' }, { a: 'outputs' }, { a: 'output.' }, { a: 'output..x' }, { a: 1 }],
    ],
    [
      'onQuorumMet',
      (value) => top('groups')([{ ...group(0), onQuorumMet: value }]),
      ['waitAll', 'cancelOnQuorum', 'joinOnQuorum', undefined],
      ['all', null],
    ],
    ['type', node('type'), ['agent'], ['human', 'Agent', null, undefined]],
  ])('%s', (_, definition, good, bad) => {
    expect(good.filter((it) => !accepts(definition(it as never)))).toEqual([]);
    expect(bad.filter((it) => accepts(definition(it as never)))).toEqual([]);
  });

  test('the config of a webhook node is strict', () => {
    const config = (it: object) => ({ ...BASE, nodes: [{ nodeId: 'a', type: 'webhook', config: it }] });
    expect(
      accepts(
        config({ url: 'https://example.com', method: 'PUT', headers: { a: 'b' }, body: { json: [1] } }),
      ),
    ).toBe(true);
    expect(accepts(config({ url: 'https://example.com', body: [1] }))).toBe(false);
    expect(accepts(config({ url: 'https://example.com', what: 1 }))).toBe(false);
    expect(accepts(config({ url: 'https://example.com' }))).toBe(true);
    expect(accepts(config({}))).toBe(false);
    expect(accepts(config({ url: 'https://example.com', headers: { a: 1 } }))).toBe(false);
  });

  test('what is optional', () => {
    expect(accepts(BASE)).toBe(true);
    expect(accepts({ ...BASE, edges: undefined })).toBe(true);
    for (const field of ['definitionId', 'name', 'nodes']) {
      expect(accepts({ ...BASE, [field]: undefined })).toBe(false);
    }
  });
});
