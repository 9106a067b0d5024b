import { library } from '../../tsup.base.ts';

/**
 * A bundler drops whole files only. So the index is built to be nothing but re-exports, and what is used without the
 * engine (the texts of conditions, the limits, the linter, the interpreter) comes in files of its own. They are no
 * public entries: everything is imported from the index.
 */
export const entries = {
  index: 'src/index.ts',
  'parts/build': 'src/expression/build.ts',
  'parts/limits': 'src/definition/limits.ts',
  'parts/compile': 'src/compile/compile-definition.ts',
  'parts/decide': 'src/interpreter/decide.ts',
  'parts/operations': 'src/engine/operations/table.ts',
  'parts/engine': 'src/engine/engine.ts',
  'parts/memory': 'src/memory/store.ts',
  'parts/directory': 'src/directory/scim-directory.ts',
  'parts/static-directory': 'src/directory/static-directory.ts',
  'parts/check': 'src/checker/check.ts',
  'parts/work': 'src/checker/work.ts',
};

/**
 * Libraries that become part of the build. json-logic-js keeps one table of operations, which a host's own copy must
 * not share; @noble/hashes is published as ES modules only, which a CommonJS test runner cannot load.
 */
export const bundled = ['json-logic-js', '@noble/hashes'];

/** A page with an AMD loader would be given json-logic-js in our place. */
export const define = { define: 'undefined' };

const { dts, noExternal, ...options } = library(entries) as { dts: object; noExternal: (string | RegExp)[] };

export default {
  ...options,
  dts: { ...dts, entry: { index: entries.index } },
  noExternal: [...noExternal, ...bundled],
  define,
};
