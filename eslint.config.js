import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import {
  CORE_STAGES,
  PACKAGE_IMPORTS,
  PACKAGE_TYPE_IMPORTS,
  PURE_STAGES,
  TEST_PACKAGES,
} from './scripts/layers.mjs';

/** Its types are those of the frameworks, which are installed by themselves: `npm run agents:proof` lints it. */
const isProof = process.env.AGENTS_PROOF === '1';
const SOURCES = ['packages/*/src/**/*.ts'];
const NO_CAN_PARSE = {
  object: 'URL',
  property: 'canParse',
  message:
    'In a hot process of Node 20 it refuses good names: use parseUrl of @org/approval-shared/parse-url.',
};
const TESTS = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/test-support/**',
  'agents-proof/**',
  ...TEST_PACKAGES.map((folder) => `packages/${folder}/src/**`),
];

/** A stage of core may not import a later one. */
const stageRules = CORE_STAGES.map((stage, index) => ({
  files: [`packages/core/src/${stage}/**/*.ts`],
  ignores: TESTS,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [
              '../index.js',
              '../../index.js',
              ...CORE_STAGES.slice(index + 1).map((later) => `**/${later}/**`),
            ],
            message: `The stage "${stage}" may import earlier stages only (scripts/layers.mjs).`,
          },
          { group: ['node:*'], message: 'Core runs in any JavaScript runtime.' },
        ],
      },
    ],
  },
}));

/** What is none of the packages `names`, nor a subpath of one. */
const othersThan = (names) =>
  `^@org/(?!(${names.map((name) => name.replace('@org/', '')).join('|') || '-'})(/|$))`;

/** A package imports the packages that it is said to, by their public names; of some it imports types alone. */
const packageRules = Object.entries(PACKAGE_IMPORTS).map(([folder, allowed]) => {
  const types = PACKAGE_TYPE_IMPORTS[folder] ?? [];
  return {
    files: [`packages/${folder}/src/**/*.{ts,tsx}`],
    ignores: [...TESTS, 'packages/core/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: othersThan([...allowed, ...types]),
              message: `${folder} may import ${[...allowed, ...types].join(', ') || 'no other package'} (scripts/layers.mjs).`,
            },
            ...types.map((name) => ({
              regex: `^${name}(/|$)`,
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

const NO_CLOCK = 'The interpreter and what stands before it take time and ids as arguments.';

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/**', '**/coverage/**', '**/node_modules/**', '**/.cache/**', '**/.next/**'],
      // Its modules belong to the frameworks, each with other globals; that they work is what it is for.
      'frameworks-proof/**',
      ...(isProof ? [] : ['agents-proof/**']),
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    // One program for all: the nearest tsconfig.json of each file would be one program for each package, each with core in it.
    languageOptions: {
      parserOptions: {
        project: isProof
          ? ['./agents-proof/tsconfig.json']
          : [
              './tsconfig.json',
              './examples/review-app/page/tsconfig.json',
              './examples/host/page/tsconfig.json',
            ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      // Bundles of others are not ours to look into, and too deep for the parser.
      'import-x/ignore': ['node_modules'],
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.tsx', '.js'],
          extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
          conditionNames: ['@org/source', 'import', 'default'],
        }),
      ],
    },
    rules: {
      // Circles of imports are found by scripts/layers.test.ts, in a second instead of minutes.
      'import-x/no-self-import': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-properties': ['error', NO_CAN_PARSE],
      // Numbers in messages are what messages are for.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A function that has to give a promise may do so without awaiting one.
      '@typescript-eslint/require-await': 'off',
      // One-line arrow functions that call another for its effect read better without braces.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  ...stageRules,
  ...packageRules,
  {
    files: PURE_STAGES.map((stage) => `packages/core/src/${stage}/**/*.ts`),
    ignores: TESTS,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Date', 'crypto', 'performance', 'setTimeout', 'queueMicrotask', 'process', 'Promise'].map(
          (name) => ({
            name,
            message: NO_CLOCK,
          }),
        ),
      ],
      'no-restricted-properties': [
        'error',
        NO_CAN_PARSE,
        { object: 'Math', property: 'random', message: NO_CLOCK },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'AwaitExpression, :function[async=true]', message: NO_CLOCK },
      ],
    },
  },
  {
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  {
    files: ['examples/*/page/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['document', 'location', 'fetch', 'crypto', 'setInterval', 'FormData'].map((it) => [it, 'readonly']),
      ),
    },
  },
  { files: SOURCES, ignores: TESTS, rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] } },
);
