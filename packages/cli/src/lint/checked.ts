/** Findings of the linter for a file, and its valid definitions. */
import { type JsonObject, compileDefinition } from '@org/approval-core';
import type { Finding } from '../report/finding.js';
import type { Io } from '../io.js';
import {
  type BrokenFile,
  type FoundDefinition,
  idOf,
  objectOf,
  readDefinitions,
} from '../files/definitions.js';
import { offsetOf, positionAt } from '../files/locate.js';

export interface CheckedFile {
  readonly file: string;
  readonly findings: readonly Finding[];
  /** Definitions without errors; warnings do not count. */
  readonly valid: readonly JsonObject[];
  /** Ids of all definitions that were read, in their order. */
  readonly ids: readonly string[];
}

/** Facts about an engine that the linter may use. */
export type Known = NonNullable<Parameters<typeof compileDefinition>[1]>;

export async function checkedFile(io: Io, file: string, known: Known = {}): Promise<CheckedFile> {
  const found = await readDefinitions(io, file);
  if (!Array.isArray(found)) return { file, findings: [unreadable(found)], valid: [], ids: [] };
  const checked = found.map((it) => checkedDefinition(it, known));
  return {
    file,
    findings: checked.flatMap((it) => it.findings),
    valid: checked.flatMap(({ isValid, object }) => (isValid && object !== null ? [object] : [])),
    ids: found.map((it) => idOf(it.json)),
  };
}

function unreadable({ file, text, message, offset }: BrokenFile): Finding {
  const place = positionAt(text, offset);
  const said = { severity: 'error', code: 'unreadable-file', message } as const;
  return { file, text, ...place, ...said, path: '', definitionId: null };
}

function checkedDefinition(definition: FoundDefinition, known: Known) {
  const { file, text, json, issues } = definition;
  const checked = compileDefinition(json, known);
  const places = new Set(issues.map((it) => it.path));
  // The linter only sees that a faulty duration is not a number.
  const others = (checked.ok ? [] : checked.issues).filter((it) => !places.has(it.path));
  const all = [
    ...[...issues, ...others].map((issue) => ({ issue, severity: 'error' as const })),
    ...checked.warnings.map((issue) => ({ issue, severity: 'warning' as const })),
  ];
  const findings = all.map(({ issue, severity }): Finding => {
    const { code, message, path } = issue;
    const nodeId = 'nodeId' in issue ? issue.nodeId : undefined;
    const place = positionAt(text, offsetOf(definition, path, nodeId));
    return { file, text, ...place, severity, code, message, path, definitionId: idOf(json) };
  });
  return { findings, isValid: checked.ok && issues.length === 0, object: objectOf(json) };
}
