/**
 * The quickstart: three workflows on the real engine, in real time. The agent is a function of
 * this file, people are timers that decide. Every event is printed as it happens.
 *
 *     npm start                                   on SQLite, in a file that is gone afterwards
 *     npm start -- --store memory                 or sqlite:FILE, postgres://…, mysql://…
 *     npm start -- --open                         and the inspector in a browser, with these runs
 */
import {
  type AgentFunction,
  type ApprovalEngine,
  ApprovalError,
  type Definition,
  type DefinitionView,
  type EventOf,
  type ExternalEvent,
  createApprovalEngine,
} from '@org/approval-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { draw } from './draw.js';
import { answerExpense, directory, expense, maxIsAway } from './expense.js';
import { IDLE_MINUTES, isSomebodyThere, openBrowser, serveInspector } from './inspect.js';
import { openStoreOf } from './store.js';
import { documentSignOff, parallelReview } from './workflows.js';

/** An AI agent's work: here it writes what the last reviewer asked for. */
const writer: AgentFunction = async ({ input, signal }) => {
  await sleep(400, undefined, { signal });
  const attempts = input['previousAttempts'] as { rejectionReason: string }[] | undefined;
  const reason = attempts?.at(-1)?.rejectionReason;
  return { passed: true, summary: reason === undefined ? 'first draft' : `second draft, for "${reason}"` };
};

/** Each person's decision and delay; a person without one is away. */
const PEOPLE: Record<
  string,
  {
    ms: number;
    decide: (step: EventOf<'step.awaiting-approval'>) => [decision: 'approve' | 'reject', reason: string];
  }
> = {
  maria: { ms: 700, decide: () => ['approve', 'looks good'] },
  brand: { ms: 500, decide: () => ['approve', 'on brand'] },
  // A decision that is no longer needed is cancelled, and an outvoted rejection does not block.
  legal: {
    ms: 800,
    decide: ({ stepId }) =>
      isSecondDraft(stepId) ? ['reject', 'I preferred the first'] : ['approve', 'fine'],
  },
  finance: { ms: 1_200, decide: () => ['approve', 'within budget'] },
  chief: {
    ms: 600,
    // The second draft has a step id that says so.
    decide: ({ stepId }) =>
      stepId?.includes('_iter_') ? ['approve', 'now it fits'] : ['reject', 'too long'],
  },
};

/** Steps of a later iteration have ids that say so. */
const isSecondDraft = (stepId: string | null): boolean => stepId?.includes('_iter_') === true;

function letPeopleAnswer(engine: ApprovalEngine): () => void {
  return engine.on('step.awaiting-approval', async (event) => {
    for (const reviewerId of event.data.waitingForReviewers) {
      const person = PEOPLE[reviewerId];
      if (person === undefined || event.stepId === null) continue;
      await sleep(person.ms);
      const { executionId, stepId } = event;
      const { steps } = await engine.executions.get({ executionId });
      if (steps.find((step) => step.stepId === stepId)?.status !== 'waiting') continue;
      const [decision, reason] = person.decide(event);
      await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision, reason });
    }
  });
}

const started = Date.now();

function print({ timestamp, type, stepId, data }: ExternalEvent): void {
  const seconds = ((timestamp - started) / 1_000).toFixed(2).padStart(6);
  const details = Object.entries(data)
    .filter(([key, value]) => DETAILS.includes(key) && value !== null)
    .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`);
  const nodeId = 'nodeId' in data ? data.nodeId : stepId === null ? '' : stepId;
  console.log(`${seconds} s  ${type.padEnd(23)} ${nodeId.padEnd(9)} ${details.join('; ')}`.trimEnd());
}
const DETAILS = [
  'waitingForReviewers',
  'decision',
  'outcome',
  'reason',
  'quorum',
  'totalApproved',
  'iteration',
  'lastRejectionReason',
];

/** On a store that is kept, an earlier quickstart has left it there. */
async function created(engine: ApprovalEngine, definition: Definition): Promise<DefinitionView> {
  try {
    return await engine.definitions.create(definition);
  } catch (error) {
    if (!(error instanceof ApprovalError) || error.status !== 'ALREADY_EXISTS') throw error;
    return engine.definitions.get({ definitionId: definition.definitionId });
  }
}

/** Runs one workflow to its end and shows what became of it. */
async function run(
  engine: ApprovalEngine,
  definition: Definition,
  more: { initiatorId?: string; answers?: (executionId: string) => Promise<void> } = {},
): Promise<string | null> {
  console.log(`\n── ${definition.name} ${'─'.repeat(70 - definition.name.length)}\n`);
  const { compiled } = await created(engine, definition);
  const ended = new Promise<void>((resolve) => {
    for (const type of ['execution.completed', 'execution.failed', 'execution.cancelled'] as const) {
      engine.on(type, () => resolve());
    }
  });
  const { executionId } = await engine.executions.dispatch({
    definitionId: definition.definitionId,
    triggerContext: { documentUrl: 'https://docs.example.com/contract-7', by: more.initiatorId ?? 'ida' },
    initiatorId: more.initiatorId,
  });
  await more.answers?.(executionId);
  await ended;
  const execution = await engine.executions.get({ executionId });
  console.log(`\n${draw(compiled, execution)}\n`);
  console.log(`  ${execution.status}: ${execution.outcome}`);
  return execution.outcome;
}

const { values: options } = parseArgs({
  options: { store: { type: 'string' }, open: { type: 'boolean', default: false } },
});
const { store, close, name } = await openStoreOf(options.store);
console.log(`\n  The store is ${name}.`);
const engine = createApprovalEngine({ store, agents: { writer }, directory });
const inspector = options.open || isSomebodyThere(process) ? await serveInspector({ engine, store }) : null;
if (inspector !== null) {
  console.log(`  Watch it in the inspector: ${inspector.url}`);
  if (options.open) openBrowser(inspector.url);
}
engine.on('event', print);
const leaveThemAlone = letPeopleAnswer(engine);

await maxIsAway(engine, started);
const tell = (line: string) => console.log(`${' '.repeat(10)} ${line}`);
const outcomes = [
  await run(engine, documentSignOff),
  await run(engine, parallelReview),
  await run(engine, expense, { initiatorId: 'eve', answers: (id) => answerExpense(engine, id, tell) }),
];
console.log(`
  ✓ done or approved   ✗ rejected   ⊘ not needed any more        (a mark for each time the node ran)
  Next: docs/guide, and examples/quickstart for what you have just seen.`);
if (inspector !== null) {
  leaveThemAlone(); // The rest is for you to decide.
  console.log(`
  Your turn: change a definition, start a run of it and decide it at ${inspector.url}
  It ends after ${IDLE_MINUTES} minutes without a visit, or with Ctrl+C.`);
  process.once('SIGINT', () => void inspector.close());
  await inspector.ended;
}
await engine.stop();
await close();
process.exitCode = outcomes.every((outcome) => outcome === 'approved') ? 0 : 1;
