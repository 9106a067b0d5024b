/** The files of a new host, as strings. */
import { toJson } from '@org/approval-internal/json';
import { madeUpInput } from '@org/approval-internal/made-up-input';
import { EXAMPLE } from '../dev/example.js';
import { ALWAYS, type Choices, RELEASE, STORE_OF, TOOLS, TYPES_OF, VERSIONS_OF } from './choices.js';
import { WHO_SOURCE, mainSource } from './host.js';
import { MAIL_SOURCE, PEOPLE, PEOPLE_SOURCE } from './people.js';

/** The types of http and store-sql refer to those of agents, also in hosts without agents. */
const OURS = ['agents', 'core', 'http', 'inspector', 'store-sql'].map((it) => `@org/approval-${it}`);

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Sorts packages by name, as npm does. */
const sorted = (packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function manifest({ name, framework, database }: Choices): string {
  const ours = Object.fromEntries(OURS.map((it) => [it, RELEASE]));
  return json({
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      start: 'node --import tsx src/main.ts',
      dev: 'approval dev',
      lint: 'approval lint definitions',
      typecheck: 'tsc',
    },
    dependencies: sorted({ ...ours, ...ALWAYS, ...VERSIONS_OF[framework], ...VERSIONS_OF[database] }),
    devDependencies: sorted({ '@org/approval-cli': RELEASE, ...TOOLS, ...TYPES_OF[framework] }),
  });
}

const TSCONFIG = json({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['src'],
});

/** A dispatch of the example, with everything that it reads. */
const DISPATCH = JSON.stringify({
  data: { definitionId: EXAMPLE.definitionId, triggerContext: madeUpInput(toJson(EXAMPLE)) },
});

const readme = ({ name, framework, database }: Choices): string => `# ${name}

Approvals in ${framework === 'node' ? 'plain Node' : framework}, kept in ${database}.

\`\`\`sh
npm install
npm start
\`\`\`

Start a run in a second terminal:

\`\`\`sh
curl http://127.0.0.1:3000/approvals/v2/workflow/executions/dispatch \\
  -H 'content-type: application/json' -H 'x-user: ida' \\
  -d '${DISPATCH}'
\`\`\`

\`npm start\` prints a mail for every reviewer. Open the links in them and decide. The run and what it waits for
are at http://127.0.0.1:3000/inspect/runs.

- \`definitions/\` has the definitions. Change one and restart: it gets a new version, active runs keep theirs.
- \`people.json\` has the groups, roles, managers and mail addresses. \`src/people.ts\` reads it.
- \`src/mail.ts\` sends the mails. It prints them until you set \`SMTP_URL\`, such as \`smtps://user:password@mail.example.com\`.
- \`src/who.ts\` authenticates callers. It is for development only; **put your authentication there**.

| environment variable | meaning |
| -------------------- | ------- |
| \`APPROVAL_STORE\` | address of the store, \`${STORE_OF[database]}\` by default |
| \`PORT\` | port on 127.0.0.1, 3000 by default |
| \`APPROVAL_URL\` | address at which reviewers reach this service, for the links in mails |
| \`SMTP_URL\`, \`MAIL_FROM\` | mail server, and the sender of mails |

\`npm run dev\` serves the definitions without your code and your database and reloads them on change. \`npm run lint\`
checks them, \`npm run typecheck\` your code.
`;

/** Contents of the files by their paths in the folder. */
export const filesOf = (choices: Choices): Readonly<Record<string, string>> => ({
  'package.json': manifest(choices),
  'tsconfig.json': TSCONFIG,
  'README.md': readme(choices),
  '.gitignore': 'node_modules/\n.approval/\n*.db\n*.db-*\n',
  'definitions/sign-off.json': json(EXAMPLE),
  'src/main.ts': mainSource(choices),
  'people.json': json(PEOPLE),
  'src/mail.ts': MAIL_SOURCE,
  'src/people.ts': PEOPLE_SOURCE,
  'src/who.ts': WHO_SOURCE,
});
