/**
 * The documentation comments of everything that a package exports, with those of its fields and
 * methods.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

interface PublishedComment {
  readonly file: string;
  readonly text: string;
}

/** The sources behind every public name of every package. */
function entriesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as {
    private?: boolean;
    exports: Record<string, string | { '@org/source'?: string }>;
  };
  if (manifest.private === true) return [];
  return Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'object' && target['@org/source'] !== undefined
      ? [join(packages, folder, target['@org/source'])]
      : [],
  );
}

/** Sources of the package itself only: who exports what needs no types of others. */
function programOf(entries: string[]): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, types: [], jsx: ts.JsxEmit.Preserve };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containing) =>
    literals.map(({ text }) => {
      const path = resolve(dirname(containing), text);
      const file = ['.ts', '.tsx'].map((it) => path.replace(/\.js$/, it)).find((it) => ts.sys.fileExists(it));
      if (!text.startsWith('.') || file === undefined) return { resolvedModule: undefined };
      return { resolvedModule: { resolvedFileName: file, extension: ts.Extension.Ts } };
    });
  return ts.createProgram(entries, options, host);
}

function commentsIn(node: ts.Node): PublishedComment[] {
  const { fileName: file } = node.getSourceFile();
  const own = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((it) => ({ file, text: it.getText() }));
  const inside: PublishedComment[] = [];
  ts.forEachChild(node, (child) => void inside.push(...commentsIn(child)));
  return [...own, ...inside];
}

export function publishedComments(): PublishedComment[] {
  const entries = readdirSync(packages).flatMap(entriesOf);
  const program = programOf(entries);
  const checker = program.getTypeChecker();
  const declarations = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry} exports nothing`);
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      return (isAlias ? checker.getAliasedSymbol(exported) : exported).declarations ?? [];
    });
  });
  // The comment of a constant stands before its statement.
  const nodes = declarations.map((it) => (ts.isVariableDeclaration(it) ? it.parent.parent : it));
  const comments = [...new Set(nodes)].flatMap(commentsIn);
  // One comment before several names is found at each of them.
  return [...new Map(comments.map((it) => [`${it.file}: ${it.text}`, it])).values()];
}
