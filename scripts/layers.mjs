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
  'calendar',
  'interpreter',
  'ports',
  'checker',
  'engine',
  'memory',
  'directory',
];

/** Stages that take no clock, no randomness and no promise. */
export const PURE_STAGES = [
  'definition',
  'expression',
  'lint',
  'compile',
  'calendar',
  'interpreter',
  'checker',
];

/** Packages that are never published: each build bundles what it uses of them, so that no tarball names them. */
export const PRIVATE_PACKAGES = [
  '@org/approval-attacks',
  '@org/approval-chaos',
  '@org/approval-http-shell',
  '@org/approval-shared',
];

/** Folders of packages that are tests as a whole: they may use what others have for their tests. */
export const TEST_PACKAGES = ['attacks', 'chaos'];

/** Packages of this repository that a package's source may import; tests may also import the testkit. */
export const PACKAGE_IMPORTS = {
  attacks: [
    '@org/approval-agents',
    '@org/approval-core',
    '@org/approval-http',
    '@org/approval-store-sql',
    '@org/approval-testkit',
    '@org/approval-webhooks',
  ],
  chaos: ['@org/approval-core', '@org/approval-store-sql', '@org/approval-testkit'],
  shared: [],
  'http-shell': ['@org/approval-shared'],
  core: ['@org/approval-shared'],
  testkit: ['@org/approval-core', '@org/approval-shared'],
  webhooks: ['@org/approval-http-shell', '@org/approval-shared'],
  http: ['@org/approval-agents', '@org/approval-core', '@org/approval-http-shell', '@org/approval-shared'],
  client: ['@org/approval-shared'],
  agents: ['@org/approval-core', '@org/approval-shared'],
  react: ['@org/approval-client', '@org/approval-shared'],
  otel: [],
  'store-sql': ['@org/approval-core', '@org/approval-shared'],
  comments: ['@org/approval-http-shell', '@org/approval-shared'],
  draw: ['@org/approval-shared'],
  inspector: ['@org/approval-core', '@org/approval-draw', '@org/approval-http-shell', '@org/approval-shared'],
  cli: [
    '@org/approval-core',
    '@org/approval-draw',
    '@org/approval-http',
    '@org/approval-inspector',
    '@org/approval-shared',
    '@org/approval-store-sql',
    '@org/approval-testkit',
    '@org/approval-webhooks',
  ],
};

/** Packages of which a package may import types alone: it runs where they are not installed. */
export const PACKAGE_TYPE_IMPORTS = {
  webhooks: ['@org/approval-core'],
  client: ['@org/approval-agents', '@org/approval-core'],
  testkit: ['@org/approval-agents'],
  'store-sql': ['@org/approval-agents', '@org/approval-comments'],
  otel: ['@org/approval-core'],
  comments: ['@org/approval-core'],
};

/** What is in each stage of core, and what kind of code it is; the tables of ARCHITECTURE.md are made from these. */
export const STAGE_PURPOSES = {
  definition: ['limits, identifiers, JSON boundary, schemas, canonical form, issue codes', 'pure'],
  expression: [
    'conditions: parse, evaluate through json-logic-js, "can hold", when an edge is looked at',
    'pure',
  ],
  lint: ['a table of rules over a model of the graph; worst-case arithmetic', 'pure'],
  compile: ['the frozen, indexed form that runs are interpreted from', 'pure'],
  calendar: ['working time: when so much of it has passed', 'pure'],
  interpreter: ['state, events, commands, jobs; `decide`, `evolve`; one file per family of rules', 'pure'],
  ports: [
    'what a host can replace: store, clock, ids, agents, directory, webhooks, logger, telemetry',
    'interfaces',
  ],
  checker: ['what must hold of every execution, and of every change to one', 'pure'],
  engine: ['operations, commits, jobs, secrets; awaits', ''],
  memory: ['the store in memory, the reference for the store contract', ''],
  directory: ['who is in which group: static data, or a SCIM endpoint; awaits', ''],
};

/** What each package is for, by its folder. */
export const PACKAGE_PURPOSES = {
  attacks: 'attacks on a server of this project, and a judge of what they did to it',
  chaos: 'real processes on real databases that are killed under load, and a judge of what was acknowledged',
  core: 'the engine, the linter, the interpreter, the store in memory',
  testkit: 'a virtual clock, the store conformance suite, simulated runs',
  webhooks: 'deliveries sent and received, signatures, the address guard',
  http: 'the operations over HTTP, with authentication, permissions and OpenAPI',
  client: 'typed calls over HTTP, and the stream of events',
  otel: 'OpenTelemetry: traces that follow a run, metrics of work and of queues',
  react: 'React hooks: an inbox and runs that keep themselves up to date',
  'store-sql': 'durable stores on SQLite, PostgreSQL, MySQL and MariaDB',
  comments: 'comments whose content stays with the customer, and the bridge to approval steps',
  agents: 'single-use permits for what agents do: policies, the gate, adapters for frameworks',
  cli: 'the command `approval`: dev, init, lint, draw, diff, simulate, migrate, and runs in a store',
  inspector: 'pages that show what runs: any moment of a run, definitions, inbox, deliveries',
  draw: 'pictures of definitions and of runs: SVG, Mermaid, DOT, the terminal',
  'http-shell': 'one body reader, one JSON reader and four adapters for every package that serves HTTP',
  shared: 'what several packages need and none owns: the clock, checks of options',
};
