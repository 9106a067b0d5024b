/** Faults of built and packed packages; each function returns sentences, or none. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { PRIVATE_PACKAGES } from './layers.mjs';

const require = createRequire(import.meta.url);
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const textsIn = (value) =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value];

/** Every file that the manifest names is there. */
export function fileFaults(unpacked) {
  const { main, module, types, exports } = manifestOf(unpacked);
  const named = new Set(textsIn({ main, module, types, exports }).filter((it) => typeof it === 'string'));
  return [...named]
    .filter((file) => !existsSync(join(unpacked, file)))
    .map((file) => `package.json names ${file}, which is not in the tarball`);
}

/** Files that the code loads by path, such as thread programs, are in the tarball. */
export function besideFaults(unpacked) {
  const dist = join(unpacked, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((it) => /\.c?js$/.test(it));
  return files.flatMap((file) =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(/new URL\(['"](\.\/[\w.-]+)['"]/g)]
      .filter(([, beside]) => !existsSync(join(dist, dirname(file), beside)))
      .map(([, beside]) => `dist/${file} looks for ${beside}, which is not in the tarball`),
  );
}

/** No published file or manifest names a private package. */
export function privateFaults(unpacked) {
  const { dependencies, peerDependencies, optionalDependencies } = manifestOf(unpacked);
  const named = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  const files = readdirSync(join(unpacked, 'dist'), { recursive: true, encoding: 'utf8' });
  const importing = files
    .filter((file) => /\.(js|cjs|d\.ts|d\.cts)$/.test(file))
    .filter((file) => {
      const code = readFileSync(join(unpacked, 'dist', file), 'utf8');
      return PRIVATE_PACKAGES.some((name) => code.includes(`'${name}`) || code.includes(`"${name}`));
    });
  return [
    ...named
      .filter((it) => PRIVATE_PACKAGES.includes(it))
      .map((it) => `it depends on ${it}, which is private`),
    ...importing.map((file) => `dist/${file} imports a private package`),
  ];
}

/** A workspace range of pnpm or Yarn, which npm cannot read. */
const WORKSPACE_RANGE = /["']workspace:[*^~\d]/;

/** Package of a specifier such as `mysql2/promise` or `@scope/name/part`. */
export const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const CLASS = /^(?:(?:var|let|const) (\w+?)\d* = )?class (?:(\w+?)\d* )?(?:extends|\{)/gm;

/** A class in two CommonJS files is two classes, so `instanceof` fails between them. */
export function classFaults(unpacked) {
  const dist = join(unpacked, 'dist');
  const found = new Map();
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.cjs')) continue;
    for (const [, variable, name = variable] of readFileSync(join(dist, file), 'utf8').matchAll(CLASS))
      found.set(name, [...(found.get(name) ?? []), file]);
  }
  return [...found]
    .filter(([, files]) => new Set(files).size > 1)
    .map(([name, files]) => `the class ${name} is in ${files.join(' and ')}`);
}

/** A name that two subpaths export is the same value, also in CommonJS. */
export function exportFaults(folder) {
  const { name, exports } = manifestOf(folder);
  const seen = new Map();
  const faults = [];
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue;
    for (const [key, value] of Object.entries(require(join(folder, target.require.default)))) {
      const first = seen.get(key) ?? { subpath, value };
      seen.set(key, first);
      if (first.value !== value)
        faults.push(`${key} of ${name}${first.subpath.slice(1)} and ${subpath.slice(1)} are two`);
    }
  }
  return faults;
}

const TEXT = /\.(js|cjs|ts|cts|mts|json|md|sql)$/;
const filesOf = (unpacked) =>
  readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter(
    (file) => TEXT.test(file) && !file.includes('node_modules'),
  );

/** No text refers outside the package: to a workspace, this machine, or a parent folder. */
export function textFaults(unpacked, root) {
  return filesOf(unpacked).flatMap((file) => {
    const text = readFileSync(join(unpacked, file), 'utf8');
    return [
      ...(WORKSPACE_RANGE.test(text) ? [`${file} has a range of a workspace`] : []),
      ...(text.includes(root) ? [`${file} mentions a path of the machine that built it`] : []),
      ...(file.endsWith('.md') && /\]\((?![a-z]+:|#)/.test(text)
        ? [`${file} links into the repository`]
        : []),
    ];
  });
}

const isEsModule = (file) => {
  if (file.endsWith('.mjs')) return true;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json')))
      return manifestOf(folder).type === 'module' && file.endsWith('.js');
  return false;
};

/**
 * CommonJS code requires no ES module: Node can, but test runners such as Jest cannot. A command is
 * started by Node alone.
 */
export function esModuleFaults(unpacked) {
  if (manifestOf(unpacked).bin !== undefined) return [];
  const own = createRequire(join(unpacked, 'package.json'));
  const found = filesOf(unpacked)
    .filter((file) => file.endsWith('.cjs'))
    .flatMap((file) =>
      [...readFileSync(join(unpacked, file), 'utf8').matchAll(/\brequire\(["']([^"'.][^"']*)["']\)/g)].map(
        ([, specifier]) => ({ file, specifier }),
      ),
    )
    .filter(({ specifier }) => !specifier.startsWith('node:') && !builtinModules.includes(specifier))
    .filter(({ specifier }) => isEsModule(own.resolve(specifier)));
  return found.map(({ file, specifier }) => `${file} requires ${specifier}, which is ES modules only`);
}

/** Built code imports only packages in package.json; others are installed by chance. */
export function undeclaredFaults(unpacked) {
  const { name, dependencies, peerDependencies } = manifestOf(unpacked);
  const declared = new Set([
    name,
    ...Object.keys({ ...dependencies, ...peerDependencies }),
    ...builtinModules,
  ]);
  const found = filesOf(unpacked)
    .filter((file) => /\.[mc]?js$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(unpacked, file), 'utf8');
      return ts
        .preProcessFile(code, true, true)
        .importedFiles.map((it) => ({ file, specifier: it.fileName }));
    })
    .filter(({ specifier }) => !/^(\.|node:)/.test(specifier) && !declared.has(packageOf(specifier)));
  return found.map(({ file, specifier }) => `${file} imports ${specifier}, which package.json does not name`);
}

/** An error of one subpath is an instance of the class that another one exports. */
export async function bridgeFaults() {
  const { ResolverError } = require('@org/approval-comments');
  const { createApprovalBridge } = require('@org/approval-comments/bridge');
  const done = async () => ({ success: true, statusCode: 200, data: {} });
  const bridge = createApprovalBridge({
    dataProviders: { comment: { get: done, delete: done, save: () => Promise.reject(new Error('down')) } },
    client: { service: { list: async () => [], save: done, delete: done } },
    threadOf: () => ({ organizationId: 'o', documentId: 'd', annotationId: 'a' }),
    author: { userId: 'u' },
  });
  const event = { type: 'step.awaiting-approval', executionId: 'e', stepId: 's', data: { commentBody: 'x' } };
  const thrown = await bridge(event).then(
    () => null,
    (error) => error,
  );
  return thrown instanceof ResolverError
    ? []
    : [`/bridge threw ${String(thrown)}, which is not a ResolverError of the package`];
}
