import { printable } from '@org/approval-internal/visible';
import { codeFrame } from '../files/locate.js';
import type { Finding } from './finding.js';

const ANSI = { error: 31, warning: 33, bold: 1, grey: 90 } as const;

const painter =
  (color: boolean) =>
  (style: keyof typeof ANSI, text: string): string =>
    color ? `\u001b[${ANSI[style]}m${text}\u001b[0m` : text;

/** Each finding with its lines, then the counts. */
export function textReport(findings: readonly Finding[], files: number, color: boolean): string {
  const paint = painter(color);
  const lines = findings.map((it) => {
    const place = paint('bold', `${printable(it.file)}:${it.line}:${it.column}`);
    const path = it.path === '' ? '' : ` ${paint('grey', printable(it.path))}`;
    const head = `${place} ${paint(it.severity, it.severity)} ${it.code}${path}`;
    return `${head}\n  ${printable(it.message)}\n\n${codeFrame(it.text, it)}\n`;
  });
  const count = (severity: Finding['severity']) => findings.filter((it) => it.severity === severity).length;
  const plural = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const sum = `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')} in ${plural(files, 'file')}`;
  return `${[...lines, sum].join('\n')}\n`;
}
