/**
 * Holds the page to the linter: every code has an entry, and its definitions do what the entry
 * says.
 */
import { readFileSync } from 'node:fs';
import {
  type Definition,
  type JsonValue,
  compileDefinition,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { ERROR_CODES, WARNING_CODES } from '@org/approval-core/definition';
import { describe, expect, test } from 'vitest';

interface Block {
  readonly label: string;
  readonly text: string;
}

/** Codes that come with another one by what they mean. */
const UNAVOIDABLE: Readonly<Record<string, readonly string[]>> = {
  // The hundred issues that stand before it.
  'too-many-issues': ['dangling-edge'],
  // In a graph without a cycle every node is a root, or behind one.
  'unreachable-node': ['cycle-detected'],
  // No number is between 1 and none.
  'group-members-empty': ['group-expected-steps-invalid'],
  // A path inside the body does not start outside.
  'loop-entry-must-be-in-body': ['loop-body-unreachable-from-entry'],
  // The route is an edge from every node of the body, the target included.
  'loop-on-exhausted-route-to-in-body': [
    'cycle-detected',
    'loop-body-must-have-single-terminal',
    'exhausted-target-reachable-otherwise',
  ],
};

const CODES: readonly string[] = [...ERROR_CODES, ...WARNING_CODES];
const PAGE = readFileSync(new URL('linter-codes.md', import.meta.url), 'utf8');
const ENTRIES = new Map(
  PAGE.split(/^### /m)
    .slice(1)
    .map((text) => [/^`([^`]+)`\n/.exec(text)?.[1] ?? text.slice(0, 40), text]),
);

function blocksOf(code: string): Block[] {
  const blocks = (ENTRIES.get(code) ?? '').matchAll(/^([^\n]+:)\n\n```js\n(.*?)^```$/gms);
  return [...blocks].map(([, label = '', text = '']) => ({ label, text }));
}

/** Functions that the definitions are made of, from the head of the page. */
const FUNCTIONS = /^```js\n([^]*?)^```$/m.exec(PAGE)?.[1] ?? '';

async function definitionOf({ text }: Block): Promise<JsonValue> {
  const exported = text.includes('export default ') ? text : `export default ${text}`;
  const code = `${FUNCTIONS}\n${exported}`;
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: JsonValue };
  return module.default;
}

/** Warnings of an engine without webhooks. */
const WITHOUT_WEBHOOKS = ['webhook-node-not-executed', 'callback-not-configured'];

/** Need what an engine stores apart from the definition: secrets, and other definitions. */
const BY_ENGINE: ReadonlySet<string> = new Set([
  'secret-required',
  'subflow-definition-missing',
  'subflow-version-missing',
  'subflow-recursive',
]);
const asked = (definitionId: string): Definition => ({
  definitionId,
  name: definitionId,
  nodes: [
    {
      nodeId: 'ask',
      type: 'human',
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { end: 'rejected' } },
    },
  ],
});

async function foundByEngine(block: Block) {
  const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
  for (const known of ['payment', 'document-review']) await engine.definitions.create(asked(known));
  const { issues, warnings } = await engine.definitions.validate((await definitionOf(block)) as never);
  await engine.stop();
  const codes = (list: readonly { readonly code: string }[]) =>
    list.map((it) => it.code).filter((it) => !WITHOUT_WEBHOOKS.includes(it));
  return { issues: codes(issues), warnings: codes(warnings) };
}

async function found(block: Block, code = '') {
  if (BY_ENGINE.has(code)) return foundByEngine(block);
  const checked = compileDefinition(await definitionOf(block), {
    agentIds: new Set(['known-agent']),
    hasDirectory: false,
    // Other entries have webhook nodes too.
    ...(WITHOUT_WEBHOOKS.includes(code) && {
      hasTransport: code !== 'webhook-node-not-executed',
      hasCallbacks: false,
    }),
    channels: new Set(['mail']),
    calendars: new Set(['office']),
  });
  return {
    issues: checked.ok ? [] : checked.issues.map((it) => it.code as string),
    warnings: checked.warnings.map((it) => it.code as string),
  };
}

test('the page has one entry for every code, in the order of the codes, and no other', () => {
  expect(PAGE.match(/^### /gm)).toHaveLength(CODES.length);
  expect([...ENTRIES.keys()]).toEqual(CODES);
});

describe.each(CODES)('%s', (code) => {
  const [wrong, fixed, ...more] = blocksOf(code);

  test('the entry says what the code means, then shows it and its fix', () => {
    expect(ENTRIES.get(code)).toMatch(/^`[^`]+`\n\n[A-Z`][^]{25,}?[.]\n\nTriggers it:\n\n```/);
    expect([wrong?.label, fixed?.label, more]).toEqual(['Triggers it:', 'Fixed:', []]);
  });

  test('the first definition triggers it', async () => {
    const { issues, warnings } = await found(wrong!, code);
    const isWarning = WARNING_CODES.some((it) => it === code);
    expect(isWarning ? warnings : issues).toContain(code);
    if (isWarning) expect(issues).toEqual([]);
    const others = [...issues, ...warnings].filter((it) => it !== code);
    expect(UNAVOIDABLE[code] ?? []).toEqual(expect.arrayContaining(others));
  });

  test('the second has no issues and no warnings', async () => {
    expect(await found(fixed!)).toEqual({ issues: [], warnings: [] });
  });
});
