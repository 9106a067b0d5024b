/** Commands and commits, as they are described to telemetry. */
import type { CommandKind } from '../../interpreter/command.js';
import { isExternal } from '../../interpreter/event.js';
import type { ExecutionKey } from '../../ports/store/executions.js';
import type { TelemetryChange, TelemetryWork } from '../../ports/telemetry.js';
import { type Write, spansOf } from './mailbox.js';

export function describedCommand(
  { workspaceId, executionId }: ExecutionKey,
  command: { readonly kind: CommandKind; readonly stepId?: string | undefined },
): Extract<TelemetryWork, { readonly kind: 'command' }> {
  const { kind, stepId = null } = command;
  return { kind: 'command', command: kind, stepId, workspaceId, executionId };
}

export function describedChange({ mailbox, change: { state, events } }: Write): TelemetryChange {
  const { workspaceId, executionId, definitionId, seq } = state;
  const types = events.filter(isExternal).map(({ type }) => type);
  return { workspaceId, executionId, definitionId, seq, events: types, causes: spansOf(mailbox) };
}
