/** The repository as the compiler would see it if some of its files were written otherwise. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** `file` with every `from` in place of which `to` stands. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What the compiler says of each of `files`, as one text. Nothing is written. */
export function faultsIn(files: readonly string[], edits: readonly Edit[]): Map<string, string> {
  const edited = new Map<string, string>();
  for (const edit of edits) {
    const name = resolve(ROOT, edit.file);
    edited.set(name, changed(edited.get(name) ?? readFileSync(name, 'utf8'), edit));
  }
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.base.json'), (name) =>
    ts.sys.readFile(name),
  ) as {
    config: { compilerOptions: object };
  };
  const given = { ...config.compilerOptions, noEmit: true };
  const { options } = ts.convertCompilerOptionsFromJson(given, ROOT);
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (name) => edited.get(resolve(name)) ?? readFile(name);
  const rootNames = files.map((it) => resolve(ROOT, it));
  const program = ts.createProgram({ rootNames, options, host });
  const textOf = (file: string) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(resolve(ROOT, file)))
      .map((it) => ts.flattenDiagnosticMessageText(it.messageText, '\n'))
      .join('\n');
  return new Map(files.map((file) => [file, textOf(file)]));
}

function changed(text: string, { file, from, to }: Edit): string {
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  return text.replaceAll(from, to);
}
