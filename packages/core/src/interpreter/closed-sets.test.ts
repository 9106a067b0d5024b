/** The sets that grow are closed by the compiler: what is added names every place that must say something of it. */
import { expect, test } from 'vitest';
import { type Edit, faultsIn } from '../test-support/scratch-copy.js';

const CORE = 'packages/core/src';
const EDITS: Edit[] = [
  {
    file: `${CORE}/definition/nodes.ts`,
    from: ".discriminatedUnion('type', [humanNode, agentNode, webhookNode])",
    to: ".discriminatedUnion('type', [humanNode, agentNode, webhookNode, z.strictObject({ ...webhookNode.shape, type: z.literal('notification') })])",
  },
  {
    file: `${CORE}/definition/nodes.gen.ts`,
    from: 'HumanNode | AgentNode | WebhookNode;',
    to: "HumanNode | AgentNode | WebhookNode | (Omit<WebhookNode, 'type'> & { type: 'notification' });",
  },
  { file: `${CORE}/interpreter/external-events.ts`, from: "'step.breached'", to: "'step.overdue'" },
  {
    file: `${CORE}/definition/nodes.gen.ts`,
    from: "onSubjectChange?: 'reset' | 'keep' | undefined;",
    to: "onSubjectChange?: 'reset' | 'keep' | undefined;\n  quietHours?: number | undefined;",
  },
  {
    file: `${CORE}/interpreter/command.ts`,
    from: 'interface Commands {',
    to: 'interface Commands {\n  rename: object;',
  },
  {
    file: `${CORE}/definition/issue.ts`,
    from: 'export const WARNING_CODES = [',
    to: "export const WARNING_CODES = [\n  'node-without-name',",
  },
  {
    file: `${CORE}/interpreter/state.ts`,
    from: "  breached: 'ended',",
    to: "  breached: 'ended',\n  expired: 'ended',",
  },
];

/** What is added or renamed, and every place that must say something of it before the whole compiles again. */
const PLACES: [what: string, name: string, files: string[]][] = [
  [
    'a kind of node',
    'notification',
    ['compile/compiled.ts', 'compile/kinds/kinds.ts', 'lint/kinds.ts', 'interpreter/kinds/kinds.ts'].map(
      (it) => `${CORE}/${it}`,
    ),
  ],
  ['an event by another name', 'step.breached', [`${CORE}/interpreter/evolve.ts`]],
  [
    'an event that is no more',
    'step.breached',
    ['packages/webhooks/src/event.ts', 'packages/comments/src/bridge/bridge.ts'],
  ],
  ['a field of human nodes', 'quietHours', [`${CORE}/compile/people.ts`]],
  ['a command', 'rename', [`${CORE}/interpreter/decide.ts`]],
  ['a linter code', 'node-without-name', [`${CORE}/lint/lint.ts`]],
  ['a status of steps', 'step.expired', [`${CORE}/interpreter/evolve.ts`]],
];
const FILES = [...new Set(PLACES.flatMap(([, , files]) => files))];

test('what is added to a closed set does not compile until every place says something of it', () => {
  const faults = faultsIn(FILES, EDITS);
  const silent = PLACES.flatMap(([what, name, files]) =>
    files.filter((file) => !faults.get(file)?.includes(name)).map((file) => `${what}: ${file}`),
  );
  expect(silent).toEqual([]);
}, 120_000);
