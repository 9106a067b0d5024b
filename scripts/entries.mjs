/** The public entries of every package, as one TypeScript program sees them. */
import { join } from 'node:path';
import ts from 'typescript';
import { packageFolders, readManifest, root } from './packages.mjs';

export { root };

/** The published entries of a package.json: public name, and absolute source file. */
export function entries() {
  return packageFolders().flatMap((folder) => {
    const manifest = readManifest(`packages/${folder}`);
    return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
      const source = target['@org/source'];
      if (source === undefined) return [];
      return [{ name: manifest.name + path.slice(1), file: join(root, 'packages', folder, source) }];
    });
  });
}

/** A program of `files` with the options of the repository; `texts` replace files on disk. */
export function programOf(files, texts = new Map()) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { options } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host);
  const compiler = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = compiler;
  compiler.fileExists = (file) => texts.has(file) || fileExists(file);
  compiler.readFile = (file) => texts.get(file) ?? readFile(file);
  compiler.getSourceFile = (file, ...rest) =>
    texts.has(file) ? ts.createSourceFile(file, texts.get(file), ...rest) : getSourceFile(file, ...rest);
  return ts.createProgram(files, options, compiler);
}
