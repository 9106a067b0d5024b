/** `approval doctor`: finds states in the runs of a live store that the engine cannot produce. */
import type { DoctorFinding, DoctorReport } from '@org/approval-core/interpreter';
import { printable } from '@org/approval-internal/visible';
import { jsonText } from '../report/json.js';
import { EXIT, type Io } from '../io.js';
import { type StoreOptions, withStore } from './store.js';

export interface DoctorOptions extends StoreOptions {
  readonly run: string | undefined;
  /** In ms since the epoch. */
  readonly since: number | undefined;
  readonly fix: boolean;
  readonly json: boolean;
}

type Totals = Pick<DoctorReport, 'checked' | 'omitted' | 'unsettled'> & { readonly left: number };

/** Findings are printed as they are found, so that a store of any size fits into memory. */
export const doctor = (io: Io, { run, since, fix, json, ...options }: DoctorOptions): Promise<number> =>
  withStore(io, options, async ({ engine }) => {
    let totals: Totals = { checked: 0, omitted: 0, unsettled: [], left: 0 };
    let cursor: string | null = null;
    do {
      const report: DoctorReport = await engine.doctor({
        workspaceId: options.workspace,
        fix,
        ...(run !== undefined && { executionId: run }),
        ...(since !== undefined && { since }),
        ...(cursor !== null && { cursor }),
      });
      io.out(report.findings.map((it) => (json ? `${jsonText(it)}\n` : lineOf(it))).join(''));
      totals = added(totals, report);
      cursor = report.nextCursor;
    } while (cursor !== null && !io.signal.aborted);
    // Runs that were not checked do not count as sound.
    const isStopped = cursor !== null;
    tell(io, totals, { json, isStopped });
    return isStopped || totals.left + totals.omitted > 0 ? EXIT.findings : EXIT.done;
  });

const KEPT = 1_000;

const added = (totals: Totals, { checked, findings, omitted, unsettled }: DoctorReport): Totals => ({
  checked: totals.checked + checked,
  omitted: totals.omitted + omitted,
  unsettled: [...totals.unsettled, ...unsettled].slice(0, KEPT),
  left: totals.left + findings.filter((it) => !it.fixed).length,
});

function lineOf({ executionId, stepId, seq, code, message, fixable, fixed }: DoctorFinding): string {
  const where = [executionId, stepId, seq === null ? null : `seq ${seq}`].filter((it) => it !== null);
  const fate = fixed ? 'fixed' : fixable ? '--fix recreates it' : 'inspect it';
  return `${printable(where.join(' '))}: ${code}: ${printable(message)} (${fate})\n`;
}

/** Prints the last line; with `--json` it goes to the error output, apart from the findings. */
function tell(
  io: Io,
  { checked, left, omitted, unsettled }: Totals,
  { json, isStopped }: { readonly json: boolean; readonly isStopped: boolean },
): void {
  const parts = [
    `${checked} runs, ${left + omitted} findings left`,
    ...(omitted > 0 ? [`${omitted} of them not shown`] : []),
    ...(isStopped ? ['stopped before all runs were checked'] : []),
    ...(unsettled.length > 0 ? [`always changing: ${unsettled.slice(0, 10).join(', ')}`] : []),
  ];
  (json ? io.err : io.out)(`${parts.join('; ')}\n`);
}
