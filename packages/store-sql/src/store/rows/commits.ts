/** The log of commits as rows, and back. */
import { type Change, type EngineEvent, type ExecutionState, isExternal } from '@org/approval-core';
import type { RowOf } from '../../schema/tables.js';
import { type JsonText, fromJson, toJson } from '../../sql/json.js';

/**
 * One row, of all events that a commit adds. What is larger goes on in further rows: a statement of MySQL takes only so much, and
 * whoever wants one event should not have to read megabytes.
 */
const LARGEST_TEXT = 65_536;

export function commitRows({ state, events }: Change): RowOf<'commits'>[] {
  const body = toJson(events);
  return body.length <= LARGEST_TEXT
    ? [commitRow(state, events, body)]
    : inParts(events).map((part) => commitRow(state, part, toJson(part)));
}

const commitRow = (
  { workspaceId, executionId }: ExecutionState,
  events: readonly EngineEvent[],
  body: JsonText<readonly EngineEvent[]>,
): RowOf<'commits'> => ({
  workspace_id: workspaceId,
  execution_id: executionId,
  seq: events[0]?.seq ?? 0,
  event_id: events[0]?.eventId ?? '',
  external: events.filter(isExternal).length,
  body,
});

function inParts(events: readonly EngineEvent[]): EngineEvent[][] {
  const parts: EngineEvent[][] = [];
  let room = 0;
  for (const event of events) {
    const { length } = toJson(event);
    if (length > room) {
      parts.push([]);
      room = LARGEST_TEXT;
    }
    parts.at(-1)?.push(event);
    room -= length;
  }
  return parts;
}

export const eventsOf = ({ body }: Pick<RowOf<'commits'>, 'body'>): readonly EngineEvent[] => fromJson(body);
