/**
 * Two engines and a host that uses json-logic-js itself, all at the same moment: none sees the
 * others.
 */
import { build } from 'esbuild';
import type { RulesLogic } from 'json-logic-js';
import type * as JsonLogic from 'json-logic-js';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DefinitionNode, Expression } from './definition.js';
import type * as Core from './index.js';
import { packageRoot, publishedFiles } from './test-support/published.js';

/** The published files where their dependencies are found. */
let folder: string;
let esm: typeof Core;
let cjs: typeof Core;
beforeAll(async () => {
  const cache = join(packageRoot, '../../.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'published-'));
  for (const format of ['esm', 'cjs'] as const) {
    for (const [path, text] of await publishedFiles(format)) {
      const file = join(folder, format, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  writeFileSync(join(folder, 'esm/package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'cjs/package.json'), '{"type":"commonjs"}');
  esm = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'esm/index.js')).href)) as typeof Core;
  cjs = createRequire(join(folder, 'cjs/'))('./index.js') as typeof Core;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Loads the host's own copy of json-logic-js: sources of core that run in this process share the
 * ordinary one.
 */
function loadHostCopy(): typeof JsonLogic {
  const load = createRequire(import.meta.url);
  const path = load.resolve('json-logic-js');
  const shared = load.cache[path];
  Reflect.deleteProperty(load.cache, path);
  try {
    return load(path) as typeof JsonLogic;
  } finally {
    load.cache[path] = shared;
  }
}
const jsonLogic = loadHostCopy();

const OURS = '@org/approval-core';
const host = (rule: unknown, data?: unknown): unknown => jsonLogic.apply(rule as RulesLogic, data);

/** A run in a copy of the package; the route that its condition on the agent's output takes. */
async function routeOf(core: typeof Core, score: () => number): Promise<string[]> {
  const engine = core.createApprovalEngine({
    store: core.createMemoryStore(),
    agents: { scorer: () => ({ passed: true, output: { score: score() } }) },
  });
  const agent = (nodeId: string, agentId: string): DefinitionNode => ({
    nodeId,
    type: 'agent',
    config: { agentId, urlPath: 'url' },
  });
  const isHigh = core.op('gt', core.variable('output.score'), 5);
  await engine.definitions.create({
    definitionId: 'routes',
    name: 'Routes',
    nodes: [agent('score', 'scorer'), agent('high', '__mock__'), agent('low', '__mock__')],
    edges: [
      { from: 'score', to: 'high', when: core.when(isHigh) },
      { from: 'score', to: 'low', when: core.when(core.op('not', isHigh)) },
    ],
  });
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'routes',
    triggerContext: { url: 'https://example.com' },
  });
  await engine.idle();
  const { steps } = await engine.executions.get({ executionId });
  await engine.stop();
  return steps.map((it) => it.nodeId);
}

const definition = (core: typeof Core, when: Expression) =>
  core.compileDefinition({
    definitionId: 'compiled',
    name: 'Compiled',
    nodes: ['a', 'b'].map((nodeId) => ({ nodeId, type: 'webhook', config: { url: 'https://example.com' } })),
    edges: [{ from: 'a', to: 'b', when: core.when(when) }],
  });

describe('the published builds', () => {
  test('two engines of two builds and a host at once, each with its own operations', async () => {
    jsonLogic.add_operation('gt', () => 'the gt of the host');
    // A host that edits its table under this name takes the host's operation away.
    jsonLogic.add_operation(OURS, () => 'an operation of the host');
    const asked: unknown[] = [];
    const scoreOf = (score: number) => () => {
      asked.push(host({ gt: [1, 2] }), host({ [OURS]: [] }));
      return score;
    };
    try {
      const routes = await Promise.all([
        routeOf(esm, scoreOf(9)),
        routeOf(cjs, scoreOf(1)),
        routeOf(esm, scoreOf(2)),
        routeOf(cjs, scoreOf(8)),
      ]);
      expect(routes).toEqual([
        ['score', 'high'],
        ['score', 'low'],
        ['score', 'low'],
        ['score', 'high'],
      ]);
      asked.push(host({ gt: [1, 2] }), host({ [OURS]: [] }));
      expect(new Set(asked)).toEqual(new Set(['the gt of the host', 'an operation of the host']));
      expect(asked).toHaveLength(10);
    } finally {
      jsonLogic.rm_operation('gt');
      jsonLogic.rm_operation(OURS);
    }
  });

  test('a method of the host that uses both engines in the middle of its own rule', () => {
    const compiled: boolean[] = [];
    jsonLogic.add_operation('method', () => {
      for (const core of [esm, cjs]) {
        compiled.push(definition(core, core.op('eq', core.variable('output.a'), 1)).ok);
      }
      return 'x';
    });
    try {
      expect(host({ cat: [{ method: [] }, { var: 'a' }, { method: [] }] }, { a: '-' })).toBe('x-x');
      expect(compiled).toEqual([true, true, true, true]);
      expect(() => host({ [`${OURS}.eq`]: [1, 1] })).toThrow('Unrecognized operation');
    } finally {
      jsonLogic.rm_operation('method');
    }
  });

  test('the table of the host is never touched, and what the host does to its library is nothing to us', async () => {
    const edits = [vi.spyOn(jsonLogic, 'add_operation'), vi.spyOn(jsonLogic, 'rm_operation')];
    vi.spyOn(jsonLogic, 'apply').mockImplementation(() => {
      throw new Error('the host broke its copy');
    });
    for (const core of [esm, cjs]) {
      expect(await routeOf(core, () => 9)).toEqual(['score', 'high']);
      expect(definition(core, core.op('eq', 1, 1))).toMatchObject({ ok: true });
    }
    for (const edit of edits) expect(edit).not.toHaveBeenCalled();
  });
});

test('in a page that has an AMD loader and json-logic-js of its own, each keeps its own', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { compileDefinition } from './index.js';
        import jsonLogic from 'json-logic-js';
        module.exports = { compileDefinition, jsonLogic };`,
      resolveDir: join(folder, 'esm'),
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'cjs',
    logLevel: 'error',
  });
  const defined = vi.fn();
  const page = {
    module: { exports: {} as { compileDefinition: typeof Core.compileDefinition; jsonLogic?: unknown } },
    define: Object.assign(defined, { amd: true }),
  };
  runInContext(
    outputFiles[0]?.text ?? '',
    createContext({ ...page, exports: page.module.exports, URL, TextEncoder, TextDecoder }),
  );
  const core = { ...esm, compileDefinition: page.module.exports.compileDefinition };
  expect(definition(core, esm.op('eq', 1, 1))).toMatchObject({ ok: true });
  // The page's own copy is the one that its AMD loader was given.
  expect(defined).toHaveBeenCalledTimes(1);
});
