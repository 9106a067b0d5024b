/**
 * Allowed imports. The lint rules and the test of the layers both read this table, so that neither
 * can be dropped alone.
 */

/** Folders of core's source in the order of the data flow: a stage imports only earlier ones. */
export const CORE_STAGES = [
  'definition',
  'texts',
  'expression',
  'input',
  'calendar',
  'lint',
  'compile',
  'interpreter',
  'record',
  'ports',
  'checker',
  'engine',
  'memory',
  'directory',
];

/** The folder of core's source with a folder for each kind of node. */
export const NODES = 'nodes';

/** Stage of a file below `nodes/`, by the first word of its name (`run` in `run-output.ts`). */
export const NODE_STAGES = {
  schema: 'definition',
  lint: 'lint',
  compile: 'compile',
  run: 'interpreter',
};

/** Stage of a file by its path below core's source; undefined for a file outside the stages. */
export function stageOf(path) {
  const [first, ...rest] = path.split('/');
  if (first !== NODES) return CORE_STAGES.find((stage) => stage === first);
  const word = rest.at(-1)?.split(/[-.]/)[0];
  return Object.hasOwn(NODE_STAGES, word) ? NODE_STAGES[word] : undefined;
}

/** First words of the names of a stage's files below `nodes/`. */
export const nodeWordsOf = (stage) =>
  Object.entries(NODE_STAGES).flatMap(([word, of]) => (of === stage ? [word] : []));

/** Stages without clock, randomness and promises. */
export const PURE_STAGES = [
  'definition',
  'texts',
  'expression',
  'input',
  'calendar',
  'lint',
  'compile',
  'interpreter',
  'record',
  'checker',
];

/** Unpublished packages: builds bundle the used code, so that no tarball names them. */
export const PRIVATE_PACKAGES = ['@org/approval-internal'];

/** Public name of the package in a folder below `packages/`. */
export const packageName = (folder) => `@org/approval-${folder.split('/').at(-1)}`;

/** Packages that a package's source may import; tests may also import the testkit. */
export const PACKAGE_IMPORTS = {
  internal: [],
  core: ['@org/approval-internal'],
  testkit: ['@org/approval-core', '@org/approval-internal'],
  webhooks: ['@org/approval-internal'],
  http: ['@org/approval-core', '@org/approval-internal'],
  client: ['@org/approval-internal'],
  agents: ['@org/approval-core', '@org/approval-internal'],
  'client/react': ['@org/approval-client', '@org/approval-internal'],
  'core/otel': [],
  'store-sql': ['@org/approval-core', '@org/approval-internal'],
  comments: ['@org/approval-internal'],
  record: ['@org/approval-core', '@org/approval-internal'],
  draw: ['@org/approval-internal'],
  inspector: ['@org/approval-core', '@org/approval-draw', '@org/approval-internal'],
  cli: [
    '@org/approval-core',
    '@org/approval-draw',
    '@org/approval-http',
    '@org/approval-inspector',
    '@org/approval-internal',
    '@org/approval-record',
    '@org/approval-store-sql',
    '@org/approval-testkit',
    '@org/approval-webhooks',
  ],
};

/** Packages that a package may import types from, since they may be missing at run time. */
export const PACKAGE_TYPE_IMPORTS = {
  http: ['@org/approval-agents'],
  webhooks: ['@org/approval-core'],
  client: ['@org/approval-agents', '@org/approval-core'],
  testkit: ['@org/approval-agents'],
  'store-sql': ['@org/approval-agents', '@org/approval-comments'],
  'core/otel': ['@org/approval-core'],
  comments: ['@org/approval-core'],
  draw: ['@org/approval-core'],
};

/** Content of each stage of core, and its kind of code, for the tables of ARCHITECTURE.md. */
export const STAGE_PURPOSES = {
  definition: ['limits, identifiers, JSON boundary, schemas, canonical form, issue codes', 'pure'],
  texts: ['the fixed texts that people see, in 8 languages, and values as a language writes them', 'pure'],
  expression: [
    'conditions: parse, evaluate through json-logic-js, "can hold", when an edge is looked at',
    'pure',
  ],
  input: ['schemas of trigger contexts: their check, inputs that fit, paths that they name', 'pure'],
  calendar: ['working time, cron instants and time zones', 'pure'],
  lint: ['a table of rules over a model of the graph; worst-case arithmetic', 'pure'],
  compile: ['the frozen, indexed form that runs are interpreted from', 'pure'],
  interpreter: ['state, events, commands, jobs; `decide`, `evolve`; one file per family of rules', 'pure'],
  record: ['what is hashed of a run: canonical text, chain, log, checkpoints, Ed25519', 'pure'],
  ports: [
    'what a host can replace: store, clock, ids, agents, directory, webhooks, logger, telemetry',
    'interfaces',
  ],
  checker: ['what must hold of every execution, and of every change to one', 'pure'],
  engine: ['operations, commits, jobs, secrets; awaits', ''],
  memory: ['the store in memory, the reference for the store contract', ''],
  directory: ['who is in which group: static data, or a SCIM endpoint; awaits', ''],
};

/** Purpose of each package, by its folder. */
export const PACKAGE_PURPOSES = {
  core: 'the engine, the linter, the interpreter, the store in memory',
  testkit: 'a virtual clock, the store conformance suite, simulated runs',
  webhooks: 'deliveries sent and received, signatures, the address guard',
  http: 'the operations over HTTP, with authentication, permissions and OpenAPI',
  client: 'typed calls over HTTP, and the stream of events',
  'core/otel': 'OpenTelemetry: traces that follow a run, metrics of work and of queues',
  'client/react': 'React hooks: an inbox and runs that keep themselves up to date',
  'store-sql': 'durable stores on SQLite, PostgreSQL, MySQL and MariaDB',
  comments: 'comments whose content stays with the customer, and the bridge to approval steps',
  agents: 'single-use permits for what agents do: policies, the gate, adapters for frameworks',
  cli: 'the command `approval`: dev, init, lint, draw, diff, simulate, migrate, and runs in a store',
  inspector: 'pages that show what runs: any moment of a run, definitions, inbox, deliveries',
  draw: 'pictures of definitions and of runs: SVG, Mermaid, DOT, the terminal',
  record: 'proof of what was decided: the offline verifier of bundles, signers, sinks, receipts',
  internal:
    'code that several packages share: clock, option checks, durations, and the HTTP shell with its four adapters',
};
