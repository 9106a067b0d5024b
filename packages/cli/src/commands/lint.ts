/** `approval lint`: every finding of the linter for definitions in files. */
import { isDefinitionFile } from '../files/definitions.js';
import { givenFiles } from '../files/given.js';
import { jsonText } from '../report/json.js';
import { checkedFile } from '../lint/checked.js';
import { EXIT, type Io } from '../io.js';
import type { Finding } from '../report/finding.js';
import { sarifReport } from '../report/sarif.js';
import { textReport } from '../report/text.js';

export type LintFormat = 'text' | 'json' | 'sarif';

export async function lint(
  io: Io,
  given: readonly string[],
  { format, strict }: { readonly format: LintFormat; readonly strict: boolean },
): Promise<number> {
  const files = await givenFiles(io, given, isDefinitionFile);
  const findings: Finding[] = [];
  for (const file of files) findings.push(...(await checkedFile(io, file)).findings);
  io.out(reportOf(format, findings, files.length, io.color));
  const fails = findings.some((it) => strict || it.severity === 'error');
  return fails ? EXIT.findings : EXIT.done;
}

function reportOf(format: LintFormat, findings: readonly Finding[], files: number, color: boolean): string {
  if (format === 'sarif') return sarifReport(findings);
  if (format === 'text') return textReport(findings, files, color);
  const shown = findings.map(({ text: _, ...finding }) => finding);
  return `${jsonText({ findings: shown, files }, 2)}\n`;
}
