/** `approval triggers` and `fire`: commands on the schedules and events of a definition. */
import { jsonText } from '../report/json.js';
import { EXIT, type Io } from '../io.js';
import { table, timeText } from '../report/table.js';
import { type StoreOptions, withStore } from './store.js';

export interface TriggersOptions extends StoreOptions {
  readonly json: boolean;
}

export const triggers = (
  io: Io,
  definitionId: string,
  { json, ...options }: TriggersOptions,
): Promise<number> =>
  withStore(io, options, async ({ operations }) => {
    const found = await operations.triggers.list({ definitionId });
    if (json) {
      io.out(`${jsonText(found, 2)}\n`);
      return EXIT.done;
    }
    const rows = found.items.map((it) => [
      it.triggerId,
      it.enabled ? it.kind : `${it.kind} (disabled)`,
      timeText(it.nextAt),
      timeText(it.lastAt),
      it.lastExecutionId ?? '',
      String(it.missed),
      it.lastError?.message ?? '',
    ]);
    const head = ['trigger', 'kind', 'next', 'last', 'run', 'missed', 'last error'];
    io.out(rows.length === 0 ? 'nothing\n' : table(head, rows));
    return EXIT.done;
  });

export interface FireOptions extends StoreOptions {
  readonly json: boolean;
  readonly actor: string;
  readonly key: string | undefined;
}

export const fire = (
  io: Io,
  definitionId: string,
  triggerId: string,
  { json, actor, key, ...options }: FireOptions,
): Promise<number> =>
  withStore(io, options, async ({ operations }) => {
    const request = { definitionId, triggerId, ...(key !== undefined && { idempotencyKey: key }) };
    const result = await operations.triggers.fire(request, { contributorId: actor });
    const message = result.deduplicated ? 'was started before' : 'started';
    io.out(json ? `${jsonText(result)}\n` : `${result.executionId} ${message}\n`);
    return EXIT.done;
  });
