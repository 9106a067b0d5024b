/** The TypeScript files of the repository: hand-written source, generated source, tests. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../packages.mjs';

/** One parsed file. */
export interface SourceFile {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly ast: ts.SourceFile;
}

const FOLDERS = ['packages', 'proof/attacks', 'proof/chaos', 'proof/models'];
const isTest = (path: string): boolean => /\.test\.tsx?$|\/test-support\//.test(path);
const isGenerated = (path: string): boolean => path.endsWith('.gen.ts');
const isConfig = (path: string): boolean => path.endsWith('tsup.config.ts');

function tracked(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !isConfig(path));
}

function parsed(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, text, lines: text.split('\n').length - 1, ast };
}

/** Files of the packages and of the proofs that are written in TypeScript. */
export function repositoryFiles(): { source: SourceFile[]; generated: SourceFile[]; tests: SourceFile[] } {
  const paths = tracked();
  const handWritten = paths.filter((path) => !isTest(path) && !isGenerated(path));
  return {
    source: handWritten.map(parsed),
    generated: paths.filter(isGenerated).map(parsed),
    tests: paths.filter(isTest).map(parsed),
  };
}
