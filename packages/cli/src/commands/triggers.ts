/** `approval triggers`, `fire` and `signal`: what starts runs and lets them go on. */
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

export interface SignalOptions extends StoreOptions {
  readonly json: boolean;
  readonly payload: unknown;
  readonly key: string | undefined;
}

export const signal = (
  io: Io,
  executionId: string,
  name: string,
  { json, payload, key, ...options }: SignalOptions,
): Promise<number> =>
  withStore(io, options, async ({ operations }) => {
    const result = await operations.executions.signal({
      ...{ executionId, name },
      ...(payload !== undefined && { payload: payload as never }),
      ...(key !== undefined && { idempotencyKey: key }),
    });
    const { received, stepIds } = result;
    const kept = stepIds.length === 0 ? 'kept for the next step that waits for it' : stepIds.join(' ');
    io.out(json ? `${jsonText(result)}\n` : `${received ? kept : 'was received before'}\n`);
    return EXIT.done;
  });
