/** `approval lint`: everything that is wrong with definitions in files. */
import { compileDefinition } from '@org/approval-core';
import { type FoundDefinition, idOf, readDefinitions } from '../files/definitions.js';
import { offsetOf, positionAt } from '../files/locate.js';
import { EXIT, type Io } from '../io.js';
import type { Finding } from '../report/finding.js';
import { sarifReport } from '../report/sarif.js';
import { textReport } from '../report/text.js';

export type LintFormat = 'text' | 'json' | 'sarif';

export async function lint(
  io: Io,
  files: readonly string[],
  { format, strict }: { readonly format: LintFormat; readonly strict: boolean },
): Promise<number> {
  const findings: Finding[] = [];
  for (const file of files) findings.push(...(await findingsOf(io, file)));
  io.out(reportOf(format, findings, files.length, io.color));
  const fails = findings.some((it) => strict || it.severity === 'error');
  return fails ? EXIT.findings : EXIT.done;
}

function reportOf(format: LintFormat, findings: readonly Finding[], files: number, color: boolean): string {
  if (format === 'sarif') return sarifReport(findings);
  if (format === 'text') return textReport(findings, files, color);
  const told = findings.map(({ text: _, ...finding }) => finding);
  return `${JSON.stringify({ findings: told, files }, null, 2)}\n`;
}

async function findingsOf(io: Io, file: string): Promise<Finding[]> {
  const found = await readDefinitions(io, file);
  if (Array.isArray(found)) return found.flatMap(findingsIn);
  const { text, message, offset } = found;
  const place = positionAt(text, offset);
  return [
    {
      file,
      text,
      ...place,
      severity: 'error',
      code: 'unreadable-file',
      message,
      path: '',
      definitionId: null,
    },
  ];
}

function findingsIn(definition: FoundDefinition): Finding[] {
  const { file, text, json } = definition;
  const checked = compileDefinition(json);
  const all = [
    ...(checked.ok ? [] : checked.issues).map((issue) => ({ issue, severity: 'error' as const })),
    ...checked.warnings.map((issue) => ({ issue, severity: 'warning' as const })),
  ];
  return all.map(({ issue: { code, message, path, nodeId }, severity }) => {
    const place = positionAt(text, offsetOf(definition, path, nodeId));
    return { file, text, ...place, severity, code, message, path, definitionId: idOf(json) };
  });
}
