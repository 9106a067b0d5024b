/** `approval init` and `dev`: their arguments and their help. */
import { type Command, Option } from 'commander';
import { type DevOptions, dev } from './commands/dev.js';
import { type InitOptions, init } from './commands/init.js';
import { DATABASES, FRAMEWORKS } from './init/choices.js';
import type { Io } from './io.js';
import { type Ended, examples, whole } from './program-parts.js';

export function addDevCommands(program: Command, io: Io, ended: Ended): void {
  addInit(program, io, ended);
  addDev(program, io, ended);
}

function addInit(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('init')
    .description(
      'Creates a small working host: engine, HTTP surface and inspector. Asks for missing options.',
    )
    .argument('[folder]', 'folder of the host; existing files are kept', '.')
    .addOption(new Option('--framework <framework>', 'web framework of the host').choices(FRAMEWORKS))
    .addOption(new Option('--database <database>', 'database of the host').choices(DATABASES))
    .option('--json', 'print the written files as JSON', false)
    .action(async (folder: string, options: InitOptions) => ended(await init(io, folder, options)));
  examples(
    command,
    'approval init approvals',
    'approval init approvals --framework hono --database postgres',
  );
}

function addDev(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('dev')
    .description(
      'Serves engine, HTTP surface, inspector and a mail sink on one local port, and reloads definitions on change.',
    )
    .option(
      '--definitions <folder>',
      'folder of the definitions; created with an example if missing',
      'definitions',
    )
    .option(
      '--store <url>',
      'a store for development: sqlite:FILE, postgres://… or mysql://…; by default .approval/dev.db',
    )
    .option('--port <port>', 'port on 127.0.0.1; 0 for a free one', whole(0, 65_535), 4100)
    .option('--as <name>', 'your user in the inspector', 'you')
    .option('--open', 'open the inspector in a browser', false)
    .option('--json', 'print what happens as lines of JSON', false)
    .action(async (options: DevOptions) => ended(await dev(io, options)));
  examples(command, 'approval dev', 'approval dev --definitions src/workflows --as maria --open');
}
