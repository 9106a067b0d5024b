/**
 * What `npm run lint` holds. Rules that look at types are asked of the compiler by oxlint-tsgolint.
 */
import {
  CORE_STAGES,
  PACKAGE_IMPORTS,
  PACKAGE_TYPE_IMPORTS,
  NODES,
  PURE_STAGES,
  nodeWordsOf,
  packageName,
} from './scripts/layers.mjs';

/**
 * Its types are those of the frameworks, which are installed by themselves: `npm run agents:proof`
 * lints it.
 */
const isProof = process.env.AGENTS_PROOF === '1';

const SOURCES = ['packages/*/src/**/*.ts', 'packages/*/*/src/**/*.ts'];
const TESTS = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/test-support/**',
  'proof/agent-frameworks/**',
  'proof/attacks/**',
  'proof/chaos/**',
  'proof/models/**',
];

/** The strict rules of typescript-eslint, those that look at types among them. */
const OF_TYPESCRIPT = `
  await-thenable ban-ts-comment no-array-constructor no-array-delete no-base-to-string no-deprecated
  no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete no-empty-object-type no-explicit-any
  no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array no-implied-eval
  no-invalid-void-type no-meaningless-void-operator no-misused-new no-misused-promises no-misused-spread no-mixed-enums
  no-namespace no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain no-non-null-assertion
  no-redundant-type-constituents no-require-imports no-this-alias no-unnecessary-boolean-literal-compare
  no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments
  no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging
  no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return
  no-unsafe-unary-minus no-useless-constructor no-useless-default-assignment no-wrapper-object-types only-throw-error
  prefer-as-const prefer-literal-enum-member prefer-namespace-keyword prefer-promise-reject-errors
  prefer-reduce-type-parameter prefer-return-this-type related-getter-setter-pairs restrict-plus-operands return-await
  triple-slash-reference unbound-method unified-signatures use-unknown-in-catch-callback-variable
  consistent-type-imports`;

const TYPESCRIPT_RULES = Object.fromEntries(
  OF_TYPESCRIPT.trim()
    .split(/\s+/)
    .map((name) => [`typescript/${name}`, 'error']),
);

const NO_CAN_PARSE = {
  object: 'URL',
  property: 'canParse',
  message:
    'In a hot process of Node 20 it refuses good names: use parseUrl of @org/approval-internal/parse-url.',
};
const NO_CLOCK = 'The interpreter and what stands before it take time and ids as arguments.';

/** The files of a stage below `nodes/`: its words begin their names. */
const nodeFiles = (root, stage, ending) =>
  nodeWordsOf(stage).flatMap((word) => [`${root}${word}.${ending}`, `${root}${word}-*.${ending}`]);
const filesOf = (stage) => [
  `packages/core/src/${stage}/**/*.ts`,
  ...nodeFiles(`packages/core/src/${NODES}/**/`, stage, 'ts'),
];

const stageRule = (stage, files, laterNodes) => ({
  files,
  excludeFiles: TESTS,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [
              '../index.js',
              '../../index.js',
              ...laterThan(stage).map((it) => `**/${it}/**`),
              ...laterNodes,
            ],
            message: `The stage "${stage}" may import earlier stages only (scripts/layers.mjs).`,
          },
          { group: ['node:*'], message: 'Core runs in any JavaScript runtime.' },
        ],
      },
    ],
  },
});
const laterThan = (stage) => CORE_STAGES.slice(CORE_STAGES.indexOf(stage) + 1);

/**
 * A stage of core may not import a later one; the files below `nodes/` name each other without that
 * folder.
 */
const stageRules = CORE_STAGES.flatMap((stage) => {
  const [folder, ...ofNodes] = filesOf(stage);
  const later = (root) => laterThan(stage).flatMap((it) => nodeFiles(root, it, 'js'));
  const rule = stageRule(stage, [folder], [...later(`**/${NODES}/`), ...later(`**/${NODES}/*/`)]);
  return ofNodes.length === 0 ? [rule] : [rule, stageRule(stage, ofNodes, later('**/'))];
});

const PACKAGES = Object.keys(PACKAGE_IMPORTS).map(packageName);
const withSubpaths = (name) => [name, `${name}/**`];

/**
 * A package imports the packages that it is said to, by their public names; of some it imports
 * types alone.
 */
const packageRules = Object.entries(PACKAGE_IMPORTS).map(([folder, allowed]) => {
  const types = PACKAGE_TYPE_IMPORTS[folder] ?? [];
  const others = PACKAGES.filter((name) => ![...allowed, ...types, packageName(folder)].includes(name));
  return {
    files: [`packages/${folder}/src/**/*.{ts,tsx}`],
    excludeFiles: [...TESTS, 'packages/core/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: others.flatMap(withSubpaths),
              message: `${folder} may import ${[...allowed, ...types].join(', ') || 'no other package'} (scripts/layers.mjs).`,
            },
            ...types.map((name) => ({
              group: withSubpaths(name),
              allowTypeImports: true,
              message: `${folder} may import types of ${name} alone (scripts/layers.mjs).`,
            })),
            { group: ['**/packages/**', '@org/*/src/**'], message: 'Import a package by its public name.' },
          ],
        },
      ],
    },
  };
});

export default {
  ignorePatterns: [
    ...['**/dist/**', '**/coverage/**', '**/node_modules/**', '**/.cache/**', '**/.next/**'],
    // Its modules belong to the frameworks, each with other globals; that they work is what it is
    // for.
    'proof/web-frameworks/**',
    ...(isProof ? [] : ['proof/agent-frameworks/**']),
  ],
  plugins: ['typescript', 'import'],
  categories: { correctness: 'error' },
  rules: {
    // Sorts by text are what is meant.
    'typescript/require-array-sort-compare': 'off',
    'no-undef': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-restricted-properties': ['error', NO_CAN_PARSE],
    // Circles of imports are found by scripts/layers.test.ts.
    'import/no-self-import': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  },
  env: { es2024: true },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...TYPESCRIPT_RULES,
        'no-undef': 'off', // the compiler's work
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        // Numbers in messages are what messages are for.
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        // One-line arrow functions that call another for its effect read better without braces.
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      },
    },
    ...stageRules,
    ...packageRules,
    {
      files: PURE_STAGES.flatMap(filesOf),
      excludeFiles: TESTS,
      rules: {
        'no-restricted-globals': [
          'error',
          ...['Date', 'crypto', 'performance', 'setTimeout', 'queueMicrotask', 'process', 'Promise'].map(
            (name) => ({ name, message: NO_CLOCK }),
          ),
        ],
        'no-restricted-properties': [
          'error',
          NO_CAN_PARSE,
          { object: 'Math', property: 'random', message: NO_CLOCK },
        ],
      },
    },
    {
      files: TESTS,
      rules: {
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
        // What is missing ends the test.
        'no-unsafe-optional-chaining': 'off',
      },
    },
    { files: ['**/*.mjs', '**/*.js'], env: { node: true }, rules: { 'typescript/unbound-method': 'off' } },
    { files: ['examples/*/page/**/*.js', 'scripts/site/assets/*.js'], env: { browser: true } },
    { files: SOURCES, excludeFiles: TESTS, rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] } },
  ],
};
