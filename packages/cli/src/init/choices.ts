/** The choices of `approval init`, and the dependencies of each. */

export const FRAMEWORKS = ['express', 'fastify', 'hono', 'node'] as const;
export type Framework = (typeof FRAMEWORKS)[number];
export const DATABASES = ['sqlite', 'postgres', 'mysql'] as const;
export type Database = (typeof DATABASES)[number];

export interface Choices {
  /** Name of the package that is created. */
  readonly name: string;
  readonly framework: Framework;
  readonly database: Database;
}

/** Packages of this project, in the release of this command. */
export const RELEASE = '0.1.0';

type Versions = Readonly<Record<string, string>>;

/** Versions that this repository is tested with; `init.test.ts` compares them. */
export const VERSIONS_OF: Readonly<Record<Framework | Database, Versions>> = {
  express: { express: '5.2.1' },
  fastify: { fastify: '5.12.8' },
  hono: { '@hono/node-server': '2.1.8', hono: '4.13.19' },
  node: {},
  sqlite: { libsql: '0.5.29' },
  postgres: { pg: '8.23.1' },
  mysql: { mysql2: '3.24.5' },
};

/** Types of frameworks that have none of their own. */
export const TYPES_OF: Readonly<Record<Framework, Versions>> = {
  express: { '@types/express': '5.0.6' },
  fastify: {},
  hono: {},
  node: {},
};

/** Packages of every host besides ours. */
export const ALWAYS: Versions = { nodemailer: '10.6.0' };

export const TOOLS: Versions = {
  '@types/node': '20.19.43',
  '@types/nodemailer': '8.0.2',
  tsx: '4.23.15',
  typescript: '6.0.3',
};

/** Default address of the store, which the environment can override. */
export const STORE_OF: Readonly<Record<Database, string>> = {
  sqlite: 'sqlite:approvals.db',
  postgres: 'postgres://localhost/approvals',
  mysql: 'mysql://root@localhost/approvals',
};
