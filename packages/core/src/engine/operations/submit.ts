/** Commands of operations: decided and committed by the pipeline. */
import type { CommandKind, CommandOf } from '../../interpreter/command.js';
import type { CallTurn } from '../commit/call-order.js';
import { resultOf } from './operation.js';
import type { On } from '../scope.js';

/** Parts that commands are submitted with. */
export type Submitting = On<'pipeline'> & {
  /**
   * Place of the call in the order of its executions; without it commands are submitted at once.
   */
  readonly turn?: CallTurn;
};

/** The result of a command on an execution. */
export async function submit<K extends CommandKind>(
  { pipeline, workspaceId, turn }: Submitting,
  executionId: string,
  command: CommandOf<K>,
) {
  const decide = () => pipeline.submit({ workspaceId, executionId }, command);
  return resultOf(await (turn === undefined ? decide() : turn.enter(executionId, decide)));
}
