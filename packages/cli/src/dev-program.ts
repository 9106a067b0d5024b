/** The commands that begin something: their arguments and their help. */
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
      'A small host that works: an engine, its HTTP surface and the inspector. Asks for what is not said.',
    )
    .argument('[folder]', 'where; nothing in it is overwritten', '.')
    .addOption(new Option('--framework <framework>', 'what it is mounted in').choices(FRAMEWORKS))
    .addOption(new Option('--database <database>', 'what runs are kept in').choices(DATABASES))
    .option('--json', 'what was written as JSON', false)
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
      'An engine with the inspector, the HTTP surface and a sink for mails on one port of this machine, for definitions that are read as they change.',
    )
    .option(
      '--definitions <folder>',
      'where they are; made with an example where there is none',
      'definitions',
    )
    .option('--store <url>', 'sqlite:FILE, postgres://… or mysql://…; by default .approval/dev.db')
    .option('--port <port>', 'of 127.0.0.1; 0 for a free one', whole(0, 65_535), 4100)
    .option('--as <name>', 'whom the inspector takes you for', 'you')
    .option('--open', 'open the inspector in a browser', false)
    .option('--json', 'what happens as JSON, a line each', false)
    .action(async (options: DevOptions) => ended(await dev(io, options)));
  examples(command, 'approval dev', 'approval dev --definitions src/workflows --as maria --open');
}
