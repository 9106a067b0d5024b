/** Makes a failing history smaller: as few kinds of faults and as few calls as still fail in the same way. */
import { ALL_FAULTS, type Fault } from './world/faults.js';
import { type History, type HistoryOptions, runHistory } from './world/history.js';

/** A failing history made smaller, and what it is replayed with. */
export interface ShrunkHistory {
  /** The history. */
  readonly history: History;
  /** Faults that it needs. */
  readonly faults: readonly Fault[];
  /** Calls of people that it needs. */
  readonly calls: number;
}

/** Returns null when the history does not fail. */
export async function shrinkHistory(options: HistoryOptions): Promise<ShrunkHistory | null> {
  let history = await runHistory(options);
  const code = history.violations[0]?.code;
  if (code === undefined) return null;
  const attempt = async (changed: Partial<HistoryOptions>): Promise<boolean> => {
    const tried = await runHistory({ ...options, faults, calls, ...changed });
    if (tried.violations[0]?.code !== code) return false;
    history = tried;
    return true;
  };
  let faults: readonly Fault[] = (options.faults ?? ALL_FAULTS).filter((it) => history.faults.has(it));
  let calls = options.calls ?? history.calls;
  if (!(await attempt({}))) faults = options.faults ?? ALL_FAULTS;
  for (const fault of faults) {
    const fewer = faults.filter((it) => it !== fault);
    if (await attempt({ faults: fewer })) faults = fewer;
  }
  for (let step = Math.ceil(calls / 2); step > 0; step = Math.floor(step / 2)) {
    while (calls - step >= 0 && (await attempt({ calls: calls - step }))) calls -= step;
  }
  return { history, faults, calls };
}
