/** Commands of operations: decided and committed by the pipeline. */
import type { CommandKind, CommandOf } from '../../interpreter/command.js';
import { resultOf } from './operation.js';
import type { On } from '../scope.js';

/** Parts that commands are submitted with. */
export type Submitting = On<'pipeline'>;

/** The result of a command on an execution. */
export async function submit<K extends CommandKind>(
  { pipeline, workspaceId }: Submitting,
  executionId: string,
  command: CommandOf<K>,
) {
  return resultOf(await pipeline.submit({ workspaceId, executionId }, command));
}
