/** The files of a new host, as strings. */
import { EXAMPLE } from '../dev/example.js';
import { type Choices, RELEASE, TOOLS, VERSIONS_OF } from './choices.js';
import { AGENTS_SOURCE, WHO_SOURCE, mainSource } from './host.js';

const OURS = ['core', 'http', 'inspector', 'store-sql'].map((it) => `@org/approval-${it}`);

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

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
    dependencies: { ...ours, ...VERSIONS_OF[framework], ...VERSIONS_OF[database] },
    devDependencies: { '@org/approval-cli': RELEASE, ...TOOLS },
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

const readme = ({ name, framework, database }: Choices): string => `# ${name}

Approvals in ${framework === 'node' ? 'plain Node' : framework}, kept in ${database}.

\`\`\`sh
npm install
npm start      # the inspector at http://127.0.0.1:3000/inspect/runs
npm run dev    # definitions only, reloaded on change, without your agents and your database
npm run lint
\`\`\`

- \`definitions/\` has the definitions. Change one and restart: it gets a new version, active runs keep theirs.
- \`src/agents.ts\` has the functions that definitions call.
- \`src/who.ts\` authenticates callers. It is for development only; **put your authentication there**.
- \`APPROVAL_STORE\` is the address of the store, and \`PORT\` the port.
`;

/** Contents of the files by their paths in the folder. */
export const filesOf = (choices: Choices): Readonly<Record<string, string>> => ({
  'package.json': manifest(choices),
  'tsconfig.json': TSCONFIG,
  'README.md': readme(choices),
  '.gitignore': 'node_modules/\n.approval/\n*.db\n*.db-*\n',
  'definitions/sign-off.json': json(EXAMPLE),
  'src/main.ts': mainSource(choices),
  'src/agents.ts': AGENTS_SOURCE,
  'src/who.ts': WHO_SOURCE,
});
