/** `approval simulate`: a run of a definition, decided by hand, by arguments, or at random. */
import * as prompts from '@clack/prompts';
import {
  type AgentFunction,
  ApprovalError,
  type DefinitionView,
  type ExecutionView,
  type JsonObject,
  compileDefinition,
} from '@org/approval-core';
import type { WaitingItem } from '@org/approval-core/views';
import { callsAgent, traitsOf } from '@org/approval-core/internal';
import { drawTerminal } from '@org/approval-draw';
import { madeUpAnswer, madeUpCalendars, madeUpSubject } from '@org/approval-internal/made-up';
import { madeUpInput } from '@org/approval-internal/made-up-input';
import { type TestEngine, createTestEngine } from '@org/approval-testkit';
import { fieldOf, fromJson, isJsonList, isJsonObject } from '@org/approval-internal/json';
import { madeUpPeople } from '../dev/people.js';
import { jsonText } from '../report/json.js';
import { objectOf, readDefinition } from '../files/definitions.js';
import { CliError, EXIT, type Io } from '../io.js';

export interface SimulateOptions {
  readonly definition: string | undefined;
  readonly json: boolean;
  readonly answers: readonly string[];
  readonly context: string | undefined;
  readonly histories: number | undefined;
  readonly seed: number;
}

export async function simulate(io: Io, file: string, options: SimulateOptions): Promise<number> {
  const { json } = await readDefinition(io, file, options.definition);
  const checked = compileDefinition(json);
  const definition = objectOf(json);
  if (!checked.ok || definition === null)
    throw new CliError(`${file}: is not a valid definition; run approval lint ${file}`);
  const context = contextOf(options.context, definition);
  if (options.histories !== undefined) return histories(io, definition, context, options);
  const agents = Object.values(checked.compiled.nodes).filter((it) => callsAgent(it));
  const agentIds = agents.map((it) => it.agentId);
  return byAnswers(io, definition, { agentIds, context }, options);
}

/** Returns the given input, by default an example of everything that the definition reads. */
function contextOf(text: string | undefined, definition: JsonObject): JsonObject {
  if (text === undefined) return madeUpInput(definition);
  try {
    const value = fromJson(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new CliError('--context must be a JSON object, as in --context \'{"amount": 12000}\'');
}

/** Runs histories in worlds where everything fails that can fail. */
async function histories(
  io: Io,
  definition: JsonObject,
  triggerContext: JsonObject,
  { histories: count, seed, json }: SimulateOptions,
): Promise<number> {
  // Needs fast-check, which the other commands do not load.
  const simulation = await import('@org/approval-testkit/simulation');
  const { signal } = io;
  const report = await simulation.simulate({
    ...{ definition, triggerContext, histories: count ?? 0, seed, signal },
  });
  const { worst: _, failed, ...rest } = report;
  const seeds = failed.map((it) => it.seed);
  io.out(json ? `${jsonText({ ...rest, seeds }, 2)}\n` : `${simulation.describeReport(report)}\n`);
  const isStopped = report.histories < (count ?? 0);
  if (isStopped) io.err(`stopped before all ${count} histories ran\n`);
  // A definition that never ran to its end does not count as sound.
  const isTried = report.outcomes.some((it) => it.status === 'completed');
  if (!isTried) io.err('no run completed, so most of the definition was not tested\n');
  return report.failures > 0 || !isTried || isStopped ? EXIT.findings : EXIT.done;
}

interface World extends TestEngine {
  readonly definition: JsonObject;
  /** The subject of decisions, where the definition asks for one. */
  readonly subject: { readonly digest: string } | null;
  readonly view: DefinitionView;
  readonly executionId: string;
}

/** Agents pass at once; the clock moves only for an answer `breach`. */
async function byAnswers(
  io: Io,
  definition: JsonObject,
  { agentIds, context }: { readonly agentIds: readonly string[]; readonly context: JsonObject },
  { answers, json }: SimulateOptions,
): Promise<number> {
  const pass: AgentFunction = async () => ({ passed: true, summary: 'simulated' });
  const own = agentIds.filter((it) => !it.startsWith('__'));
  const test = createTestEngine({
    agents: Object.fromEntries(own.map((it) => [it, pass])),
    calendars: madeUpCalendars(definition),
    directory: madeUpPeople(),
  });
  const subject = madeUpSubject(definition);
  try {
    const view = await test.engine.definitions.create(definition as never);
    const { executionId } = await test.engine.executions.dispatch({
      definitionId: view.definitionId,
      triggerContext: context,
      ...(subject !== null && { subject }),
    });
    const world: World = { ...test, view, executionId, definition, subject };
    await world.drain();
    for (const it of answers) await apply(world, answerOf(it));
    if (io.isInteractive && answers.length === 0 && !json) await ask(io, world);
    const run = await runOf(world);
    io.out(json ? `${jsonText(run, 2)}\n` : pictureOf(io, world, run));
    return run.status === 'failed' ? EXIT.findings : EXIT.done;
  } finally {
    await test.engine.stop();
  }
}

const runOf = ({ engine, executionId }: World): Promise<ExecutionView> =>
  engine.executions.get({ executionId });

function pictureOf({ columns, color }: Io, { view }: World, run: ExecutionView): string {
  const reason = run.failureReason === null ? '' : `: ${run.failureReason.message}`;
  return `${drawTerminal(view, { run, columns, color })}\n\n${run.status}${reason}\n`;
}

/** The next event of the simulation: a decision at a node, or its deadline passes. */
interface Answer {
  readonly nodeId: string;
  readonly what: 'approve' | 'reject' | 'abstain' | 'breach';
  /** Defaults to the first reviewer that the step waits for. */
  readonly reviewerId: string | null;
}

const KINDS = ['approve', 'reject', 'abstain', 'breach'] as const;

function answerOf(text: string): Answer {
  const [nodeId = '', word = '', ...rest] = text.split(':');
  const what = KINDS.find((it) => it === word);
  if (nodeId === '' || what === undefined)
    throw new CliError(
      `--answer ${text}: pass NODE:approve, NODE:reject, NODE:abstain or NODE:breach, optionally with :REVIEWER`,
    );
  return { nodeId, what, reviewerId: rest.length === 0 ? null : rest.join(':') };
}

async function apply(world: World, { nodeId, what, reviewerId }: Answer): Promise<void> {
  const { engine, executionId, definition, subject, drain, advance, clock } = world;
  const { items } = await engine.steps.listWaiting({ pageSize: 500 });
  const waiting = items.find((it) => it.nodeId === nodeId);
  if (waiting === undefined) {
    const names = items.map((it) => it.nodeId).join(', ');
    const others = names === '' ? endOf(await runOf(world)) : `waiting: ${names}`;
    throw new CliError(`"${nodeId}" is not waiting; ${others}`);
  }
  if (what === 'breach') {
    if (waiting.dueAt === null) throw new CliError(`"${nodeId}" has no deadline (slaMs or sla)`);
    return advance(Math.max(0, waiting.dueAt - clock.now()));
  }
  const { stepId } = waiting;
  const reviewer = reviewerId ?? waiting.waitingForReviewers[0] ?? '';
  if (!traitsOf(waiting.nodeType).decidedByPeople) await resolveFinding(world, waiting, what);
  else
    await engine.steps.recordReviewerDecision({
      ...{ executionId, stepId, reviewerId: reviewer, decision: what },
      ...madeUpAnswer(definition, nodeId, what),
      ...(subject !== null && { subjectDigest: subject.digest }),
    });
  await drain();
}

/** The reason that no step waits. */
const endOf = ({ status, failureReason }: ExecutionView): string =>
  `nothing does, as the run is ${status}${failureReason === null ? '' : `: ${failureReason.message}`}`;

const resolveFinding = (
  { engine, executionId }: World,
  { stepId }: WaitingItem,
  what: Exclude<Answer['what'], 'breach'>,
) =>
  engine.steps.recordAgentResolution({
    ...{ executionId, stepId, resolutionId: 'simulated' },
    ...(what === 'approve' ? { status: 'success' } : { status: 'failure', errorMessage: 'simulated' }),
  });

/** Asks until no step waits, or the person stops. */
async function ask(io: Io, world: World): Promise<void> {
  for (;;) {
    const run = await runOf(world);
    io.out(`${pictureOf(io, world, run)}\n`);
    const { items } = await world.engine.steps.listWaiting({ pageSize: 500 });
    const choices = items.flatMap((it) => choicesOf(it, world.definition));
    if (choices.length === 0) return;
    const chosen = await prompts.select<Answer | null>({
      message: 'What happens next?',
      options: [...choices, { value: null, label: 'enough' }],
    });
    if (prompts.isCancel(chosen) || chosen === null) return;
    try {
      await apply(world, chosen);
    } catch (error) {
      // The refusal is shown as a reviewer would see it, and the question is asked again.
      if (!(error instanceof ApprovalError)) throw error;
      io.err(`${error.message}\n`);
    }
  }
}

function choicesOf(
  { nodeId, nodeType, waitingForReviewers, dueAt }: WaitingItem,
  { nodes }: JsonObject,
): { value: Answer; label: string }[] {
  const people = traitsOf(nodeType).decidedByPeople ? waitingForReviewers : ['a finding'];
  const node = isJsonList(nodes) ? nodes.find((it) => fieldOf(it, 'nodeId') === nodeId) : undefined;
  const canAbstain = fieldOf(fieldOf(node, 'config'), 'allowAbstain') === true;
  const answers = people.flatMap((reviewerId) =>
    (['approve', 'reject', ...(canAbstain ? (['abstain'] as const) : [])] as const).map((what) => ({
      value: { nodeId, what, reviewerId },
      label: `${nodeId}: ${reviewerId}: ${what}`,
    })),
  );
  const breach = {
    value: { nodeId, what: 'breach' as const, reviewerId: null },
    label: `${nodeId}: its deadline passes`,
  };
  return dueAt === null ? answers : [...answers, breach];
}
