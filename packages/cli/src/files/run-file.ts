/** One run in one file: its definition and all its events, so that any moment can be rebuilt. */
import { isDeepStrictEqual } from 'node:util';
import { compileDefinition } from '@org/approval-core';
import { issuesText } from '@org/approval-core/internal';
import type { DefinitionVersion } from '@org/approval-core/store';
import {
  type EngineEvent,
  type ExecutionHeader,
  type ExecutionState,
  checkExecution,
  fold,
} from '@org/approval-core/interpreter';
import { messageOf } from '@org/approval-internal/errors';
import { fromJson } from '@org/approval-internal/json';
import { duplicateKey } from '@org/approval-internal/parse-json';
import { CliError } from '../io.js';

const FORMAT = 'approval-run';

/** The definition without its secrets. */
export type RunDefinition = Omit<DefinitionVersion, 'sealedSecrets'>;

export interface RunFile {
  readonly format: typeof FORMAT;
  readonly version: 1;
  readonly definition: RunDefinition;
  readonly header: ExecutionHeader;
  readonly events: readonly EngineEvent[];
}

export function runFileOf(
  { sealedSecrets: _, ...definition }: DefinitionVersion,
  state: ExecutionState,
  events: readonly EngineEvent[],
): RunFile {
  const { workspaceId, executionId, definitionUid, definitionId, definitionVersion, correlationId } = state;
  const { idempotencyKey, organizationId, documentId, triggerContext, webhookUrl, createdAt } = state;
  const header = {
    ...{ workspaceId, executionId, definitionUid, definitionId, definitionVersion, correlationId },
    ...{ idempotencyKey, organizationId, documentId, triggerContext, webhookUrl, createdAt },
  };
  return { format: FORMAT, version: 1, definition, header, events };
}

/** True when the text claims to be an exported run. */
export const isRunFile = (text: string): boolean => /^\s*\{\s*"format"\s*:\s*"approval-run"/.test(text);

/** Checks like a store: the events follow each other, and their state violates no invariant. */
export function parseRunFile(file: string, text: string): RunFile {
  if (!isRunFile(text)) throw new CliError(`${file}: was not written by approval export`);
  let parsed: RunFile;
  try {
    parsed = JSON.parse(text) as RunFile;
  } catch (error) {
    throw new CliError(`${file}: no JSON: ${messageOf(error)}`);
  }
  if (duplicateKey(text) !== null)
    throw new CliError(`${file}: repeats a key in an object; export the run again`);
  // Other releases may write other versions, which this one does not guess.
  if ((parsed.version as number) !== 1)
    throw new CliError(`${file}: has version ${String(parsed.version)}; this release reads 1`);
  try {
    const { header, events } = parsed;
    const definition = checkedDefinition(file, parsed.definition);
    const findings = checkExecution({ compiled: definition.compiled, state: fold(header, events), events });
    const [first] = findings;
    if (first === undefined) return { ...parsed, definition };
    throw new CliError(`${file}: is not a run of the engine: ${first.message}`);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file}: is not a run of the engine: ${messageOf(error)}`);
  }
}

/**
 * The definition as its source compiles here. The file's own compiled form is only compared: it
 * could do something else than the source, which people read.
 */
function checkedDefinition(file: string, given: RunDefinition): RunDefinition {
  const { authored, definitionId } = given;
  const checked = compileDefinition(authored);
  if (!checked.ok) throw new CliError(`${file}: its definition is refused: ${issuesText(checked.issues)}`);
  const { compiled, warnings } = checked;
  if (authored['definitionId'] !== definitionId)
    throw new CliError(`${file}: names its definition "${definitionId}", and the source says otherwise`);
  if (!isDeepStrictEqual(fromJson(JSON.stringify(compiled)), given.compiled))
    throw new CliError(
      `${file}: its compiled definition is not what its source compiles to; export the run again with this release`,
    );
  return { ...given, compiled, warnings };
}
