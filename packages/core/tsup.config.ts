import { library } from '../../tsup.base.ts';

/** Public entries of the package. */
const doors = {
  index: 'src/index.ts',
  definition: 'src/definition.ts',
  store: 'src/store.ts',
  interpreter: 'src/interpreter.ts',
  views: 'src/views.ts',
  internal: 'src/internal.ts',
  texts: 'src/texts.ts',
  record: 'src/record.ts',
};

/**
 * Files of the build. A bundler drops whole files only, so the doors are built as re-exports, and
 * parts that are used without the engine (conditions, limits, linter, interpreter) have files of
 * their own.
 */
export const entries = {
  ...doors,
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
 * Libraries that become part of the build. json-logic-js keeps one table of operations, which a
 * host's own copy must not share. Those of @noble are published as ES modules only, which a
 * CommonJS test runner cannot load.
 */
export const bundled = ['json-logic-js', '@noble/curves', '@noble/hashes'];

/** A page with an AMD loader would be given json-logic-js in our place. */
export const define = { define: 'undefined' };

const { dts, noExternal, ...options } = library(entries) as { dts: object; noExternal: (string | RegExp)[] };

export default {
  ...options,
  dts: { ...dts, entry: doors },
  noExternal: [...noExternal, ...bundled],
  define,
};
