/**
 * Histories recorded before people nodes existed. The same commands must make the same events, so
 * that old executions continue unchanged.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CompiledDefinition, CompiledNode } from '../../compile/compiled.js';
import { type JsonObject, type JsonValue, compileDefinition } from '../../index.js';
import { type CommandKind, type CommandOf, decide, initialState } from '../../interpreter.js';

interface History {
  readonly definition: JsonValue;
  readonly triggerContext: JsonObject;
  readonly commands: readonly { readonly now: number; readonly command: CommandOf<CommandKind> }[];
  /** Without what names the execution. */
  readonly events: readonly JsonObject[];
}

const HISTORIES = readFileSync(new URL('recorded-histories.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as History);

/** Fields added since the recording: proof of the caller's identity, null in process. */
function withoutVia(data: object): object {
  if (!('via' in data)) return data;
  const { via, ...rest } = data;
  expect(via).toBeNull();
  return rest;
}

/** Compiled definitions of that time have no request in webhook nodes: their steps are skipped. */
function asThen(compiled: CompiledDefinition): CompiledDefinition {
  const nodes = Object.entries(compiled.nodes).map(([nodeId, node]): [string, CompiledNode] => {
    if (node.type !== 'webhook') return [nodeId, node];
    const { request: _, ...rest } = node;
    return [nodeId, rest];
  });
  return { ...compiled, nodes: Object.fromEntries(nodes) };
}

function replay({ definition, triggerContext, commands }: History): unknown[] {
  const checked = compileDefinition(definition);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const compiled = asThen(checked.compiled);
  const header = { workspaceId: 'w', executionId: 'exec', definitionUid: 'def', definitionId: 'random' };
  let state = initialState({
    ...header,
    definitionVersion: 1,
    correlationId: 'corr',
    idempotencyKey: null,
    organizationId: null,
    documentId: null,
    triggerContext,
    webhookUrl: null,
    createdAt: commands[0]!.now,
  });
  return commands.flatMap(({ now, command }) => {
    const made = decide(compiled, state, command, {
      now,
      newEventId: () => 'id',
      maxStepsPerExecution: 60,
    });
    if (!made.ok) return [];
    state = made.state;
    return made.events.map(({ seq, type, stepId, timestamp, data }) => ({
      seq,
      type,
      stepId,
      timestamp,
      data: withoutOutcome(withoutVia(data)),
    }));
  });
}

/** The histories were recorded before executions had an outcome. */
function withoutOutcome(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'outcome'));
}

test.each(HISTORIES.map((it, index) => [index, it] as const))('history %i', (_, history) => {
  const events = replay(history);
  expect(JSON.parse(JSON.stringify(events))).toEqual(history.events);
  expect(events.length).toBeGreaterThan(5);
});
