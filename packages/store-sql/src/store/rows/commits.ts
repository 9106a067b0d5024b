/** The log of commits as rows, and back. */
import type { Change } from '@org/approval-core/store';
import { type EngineEvent, isExternal } from '@org/approval-core/interpreter';
import type { RowOf } from '../../schema/tables.js';
import { type JsonText, fromJson, toJson } from '../../sql/json.js';

/**
 * One row holds all events of a commit up to this length. Larger commits continue in further rows:
 * MySQL statements are limited, and a reader of one event should not read megabytes.
 */
const LARGEST_TEXT = 65_536;

export const commitRows = ({ state, events }: Change): RowOf<'commits'>[] =>
  inParts(events).map((part) => ({
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    seq: part.first.seq,
    event_id: part.first.eventId,
    external: part.external,
    body: `[${part.texts.join(',')}]` as JsonText<readonly EngineEvent[]>,
  }));

interface Part {
  readonly first: EngineEvent;
  readonly texts: string[];
  external: number;
  length: number;
}

function inParts(events: readonly EngineEvent[]): Part[] {
  const parts: Part[] = [];
  for (const event of events) {
    const text = toJson(event);
    let part = parts.at(-1);
    if (part === undefined || part.length + text.length > LARGEST_TEXT) {
      part = { first: event, texts: [], external: 0, length: 0 };
      parts.push(part);
    }
    part.texts.push(text);
    part.length += text.length;
    if (isExternal(event)) part.external += 1;
  }
  return parts;
}

export const eventsOf = ({ body }: Pick<RowOf<'commits'>, 'body'>): readonly EngineEvent[] => fromJson(body);
