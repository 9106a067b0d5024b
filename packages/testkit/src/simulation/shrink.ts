/** Reduces a failing history to the fewest faults and calls that still fail the same way. */
import { ALL_FAULTS, type Fault } from './world/faults.js';
import { type History, type HistoryOptions, runHistory } from './world/history.js';

/** A reduced failing history, with the options that replay it. */
export interface ShrunkHistory {
  /** The history. */
  readonly history: History;
  /** Faults that the failure needs. */
  readonly faults: readonly Fault[];
  /** Calls of users that the failure needs. */
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
