/** The result for a terminal. */
import { seen } from '@org/approval-internal/unseen';
import type { Verified } from '../verify/options.js';
import { type Line, detailsOf, runLines, sentenceOf } from './words.js';

/** Prints the verdict, what speaks against the bundle, and each decision. */
export function reportOf(result: Verified): string {
  const { findings, findingsLeftOut, runs, runsLeftOut } = result;
  const lines = [
    ...result.text.split('\n').map((it) => seen(it)),
    ...findings.slice(0, MOST).map(({ verdict, run, seq, message }) => {
      const where = [run, seq === null ? null : `event ${seq}`].filter((it) => it !== null).join(', ');
      return seen(`  ${verdict}${where === '' ? '' : ` (${where})`}: ${message}`);
    }),
    ...more(findings.length + findingsLeftOut - MOST, 'findings'),
  ];
  for (const run of runs) {
    lines.push('', `${seen(run.run)}: ${run.verdict}`, ...indented(runLines(run), '  '));
    for (const decision of run.decisions)
      lines.push('', `  ${sentenceOf(decision)}`, ...indented(detailsOf(decision, run), '    '));
  }
  return [...lines, ...more(runsLeftOut, 'executions'), ''].join('\n');
}

const MOST = 100;

const more = (count: number, what: string): string[] => (count > 0 ? [`… and ${count} more ${what}`] : []);

function indented(lines: readonly Line[], by: string): string[] {
  return lines.map(({ label, text }) => `${by}${`${label}:`.padEnd(14)} ${text}`);
}
