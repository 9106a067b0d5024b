/**
 * Who may import whom. The lint rules and the test of the layers both read this table, so that neither can be
 * dropped alone.
 */

/** Folders of core's source in the order of the data flow: a stage imports only itself and earlier ones. */
export const CORE_STAGES = [
  'definition',
  'expression',
  'lint',
  'compile',
  'interpreter',
  'ports',
  'engine',
  'memory',
];

/** Stages that take no clock, no randomness and no promise. */
export const PURE_STAGES = ['definition', 'expression', 'lint', 'compile', 'interpreter'];

/** Packages of this repository that a package's source may import; tests may also import the testkit. */
export const PACKAGE_IMPORTS = {
  core: [],
  testkit: ['@org/approval-core'],
  webhooks: ['@org/approval-core'],
  http: ['@org/approval-core'],
  client: ['@org/approval-core'],
  'store-sql': ['@org/approval-core', '@org/approval-comments'],
  comments: [],
};
