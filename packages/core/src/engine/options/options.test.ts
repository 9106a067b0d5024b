/** The documented defaults are the real ones. */
import { createTestReceiver } from '@org/approval-testkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../index.js';
import {
  DEFAULT_BATCHES,
  DEFAULT_JOBS,
  DEFAULT_LIMITS,
  DEFAULT_RETENTION,
  DEFAULT_WEBHOOKS,
} from '../../internal.js';
import { checkOptions } from './check-options.js';
import { DEFAULT_CACHED_STATE_BYTES, settingsOf } from './options.js';

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

/** The `@defaultValue` of every property, by `<interface>.<property>`. */
function documented(file: string): Record<string, unknown> {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const defaults: Record<string, unknown> = {};
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    for (const member of statement.members) {
      const tag = ts.getJSDocTags(member).find((it) => it.tagName.text === 'defaultValue');
      if (tag === undefined || member.name === undefined) continue;
      const text = String(tag.comment).replaceAll('_', '');
      defaults[`${statement.name.text}.${member.name.getText(source)}`] = JSON.parse(text);
    }
  }
  return defaults;
}

const named = (name: string, defaults: object) =>
  Object.fromEntries(Object.entries(defaults).map(([key, value]) => [`${name}.${key}`, value as unknown]));

describe('the defaults are what their documentation says', () => {
  test('in the docstrings of the options, each and every one', () => {
    expect({ ...documented('./options.ts'), ...documented('../scheduling/batcher.ts') }).toEqual({
      'EngineOptions.allowPlaintextSecrets': settingsOf({ store: createMemoryStore() }).allowPlaintextSecrets,
      'EngineOptions.cachedStateBytes': DEFAULT_CACHED_STATE_BYTES,
      'RecordOptions.acceptUnsealed': settingsOf({ store: createMemoryStore(), record: {} }).record
        ?.acceptUnsealed,
      ...named('RequestLimits', DEFAULT_LIMITS),
      ...named('JobOptions', DEFAULT_JOBS),
      ...named('WebhookOptions', DEFAULT_WEBHOOKS),
      ...named('RetentionOptions', DEFAULT_RETENTION),
      ...named('BatchLimits', DEFAULT_BATCHES),
    });
  });

  test('in the decision on the SQL store', () => {
    const [, size, concurrent] =
      /\*\*Batches of (\d+), (\w+) at a time/.exec(
        read('../../../../../docs/decisions/0011-one-sql-store-one-transaction-per-batch.md'),
      ) ?? [];
    expect(DEFAULT_BATCHES).toMatchObject({
      maxSize: Number(size),
      maxConcurrent: concurrent === 'four' ? 4 : concurrent,
    });
  });

  test('and they are what an engine works with', () => {
    const settings = settingsOf({ store: createMemoryStore() });
    expect(settings).toMatchObject({ batches: DEFAULT_BATCHES, jobs: DEFAULT_JOBS, limits: DEFAULT_LIMITS });
  });

  test('durations in words are ms to the engine', () => {
    const transport = createTestReceiver();
    const settings = settingsOf(
      checkOptions({
        store: createMemoryStore(),
        jobs: { leaseMs: '5s', pollMs: 20 },
        retention: { endedMs: '90d', feedMs: 'P1W' },
        webhooks: { transport, retryDelaysMs: ['2s', 8_000] },
      }),
    );
    expect(settings.jobs).toMatchObject({ leaseMs: 5_000, pollMs: 20 });
    expect(settings.retention).toMatchObject({ endedMs: 7_776_000_000, feedMs: 604_800_000 });
    expect(settings.webhooks).toMatchObject({ transport, retryDelaysMs: [2_000, 8_000] });
  });
});
