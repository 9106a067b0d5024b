/** The commands on a store, their arguments and their help. */
import { Argument, type Command, Option } from 'commander';
import { migrateSql, migrateStatus, migrateUp } from './commands/migrate.js';
import {
  type DecideOptions,
  type InboxOptions,
  type RemindOptions,
  type RunsOptions,
  decide,
  inbox,
  remind,
  runs,
} from './commands/runs.js';
import { type DoctorOptions, doctor } from './commands/doctor.js';
import { type TailOptions, tail } from './commands/tail.js';
import { type ExportOptions, exportRun, importRun } from './commands/transfer.js';
import type { Io } from './io.js';
import { type Ended, examples, jsonObject, time, whole } from './program-parts.js';
import type { StoreOptions } from './commands/store.js';

const STORE = [
  '--store <url>',
  'sqlite:FILE, postgres://… or mysql://…; else the environment’s APPROVAL_STORE',
] as const;
const onStore = (command: Command): Command =>
  command.option(...STORE).option('--workspace <id>', 'whose runs', 'default');
const listing = (command: Command): Command =>
  onStore(command)
    .option('--definition <id>', 'of this definition only')
    .option('--limit <count>', 'how many', whole(1, 500), 50)
    .option('--cursor <text>', 'where the last page ended')
    .option('--json', 'the page as JSON', false);

export function addStoreCommands(program: Command, io: Io, ended: Ended): void {
  addMigrate(program, io, ended);
  addLists(program, io, ended);
  addDecide(program, io, ended);
  addRemind(program, io, ended);
  addTail(program, io, ended);
  addTransfer(program, io, ended);
  addDoctor(program, io, ended);
}

function addMigrate(program: Command, io: Io, ended: Ended): void {
  const command = program.command('migrate').description('The tables of a store.');
  command
    .command('status')
    .description('Whether the tables are those of this release; 1 where they are not.')
    .option(...STORE)
    .option('--json', 'as JSON', false)
    .action(async (it: { store?: string; json: boolean }) =>
      ended(await migrateStatus(io, it.store, it.json)),
    );
  command
    .command('up')
    .description('Makes the tables, or brings them up to date.')
    .option(...STORE)
    .option('--json', 'as JSON', false)
    .action(async (it: { store?: string; json: boolean }) => ended(await migrateUp(io, it.store, it.json)));
  command
    .command('sql')
    .description('The tables as SQL, for whoever applies it by hand.')
    .addArgument(new Argument('<dialect>').choices(['sqlite', 'postgres', 'mysql']))
    .action((dialect: 'sqlite' | 'postgres' | 'mysql') => ended(migrateSql(io, dialect)));
  examples(
    command,
    'approval migrate status --store sqlite:approvals.db',
    'approval migrate sql postgres > schema.sql',
  );
}

function addLists(program: Command, io: Io, ended: Ended): void {
  const statuses = ['pending', 'running', 'completed', 'failed', 'cancelled'];
  const list = listing(program.command('runs').description('Runs, newest first.'))
    .addOption(new Option('--status <status>', 'in this status only').choices(statuses))
    .action(async (options: RunsOptions) => ended(await runs(io, options)));
  examples(list, 'approval runs --store sqlite:approvals.db --status failed');
  const waiting = listing(program.command('inbox').description('Steps that wait, the longest first.'))
    .option('--reviewer <id>', 'for this person only')
    .action(async (options: InboxOptions) => ended(await inbox(io, options)));
  examples(waiting, 'approval inbox --reviewer maria --json');
}

function addDecide(program: Command, io: Io, ended: Ended): void {
  const command = onStore(program.command('decide').description('Records what a reviewer decided.'))
    .argument('<run>')
    .argument('<step>')
    .requiredOption('--reviewer <id>', 'who decides')
    .addOption(
      new Option('--decision <decision>', 'what they decide')
        .choices(['approve', 'reject', 'abstain'])
        .makeOptionMandatory(),
    )
    .option('--on-behalf-of <id>', 'for whom, where the reviewer stands in for somebody who is away')
    .option('--reason <text>', 'why')
    .option('--reason-code <code>', 'why, as one of the step’s codes, for steps that ask for it')
    .option('--values <json>', 'what an approval fills into the step’s form, as a JSON object', jsonObject)
    .option('--subject-digest <digest>', 'of what the decision is on, for steps that ask for it')
    .option('--round <number>', 'of the reviewer’s place, from its second on', whole(1, 1_000_000))
    .option('--json', 'the result as JSON', false)
    .action(async (run: string, step: string, options: DecideOptions) =>
      ended(await decide(io, run, step, options)),
    );
  examples(
    command,
    'approval decide exec_1 step_legal --reviewer maria --decision approve',
    'approval decide exec_1 step_legal --reviewer tom --on-behalf-of maria --decision reject --reason-code price',
    `approval decide exec_1 step_budget --reviewer maria --decision approve --values '{"amount": 500}'`,
  );
}

function addRemind(program: Command, io: Io, ended: Ended): void {
  const command = onStore(
    program
      .command('remind')
      .description('Reminds people of a step that waits, once a minute at most; nothing else changes.'),
  )
    .argument('<run>')
    .argument('<step>')
    .requiredOption('--actor <id>', 'who reminds')
    .option('--user <id>', 'this person only; otherwise everybody who owes an answer')
    .option('--json', 'the result as JSON', false)
    .action(async (run: string, step: string, options: RemindOptions) =>
      ended(await remind(io, run, step, options)),
    );
  examples(command, 'approval remind exec_1 step_legal --actor ops --user maria');
}

function addTail(program: Command, io: Io, ended: Ended): void {
  const command = onStore(
    program.command('tail').description('The events of a run, or of all runs, a line each.'),
  )
    .argument('[run]', 'all runs without it')
    .option('--after <position>', 'of all runs: only events behind this position of the feed')
    .option('--since <seq>', 'of one run: only events behind this one', whole(0, Number.MAX_SAFE_INTEGER), 0)
    .option('-f, --follow', 'go on: until the run ends, or for all runs until it is stopped', false)
    .option('--json', 'an event as JSON on each line', false)
    .action(async (run: string | undefined, options: TailOptions) => ended(await tail(io, run, options)));
  examples(command, 'approval tail exec_1 --follow', 'approval tail --follow --json');
}

function addTransfer(program: Command, io: Io, ended: Ended): void {
  const out = onStore(
    program.command('export').description('A run as one file: its definition, and every event.'),
  )
    .argument('<run>')
    .option('-o, --output <file>', 'write to a file')
    .action(async (run: string, options: ExportOptions) => ended(await exportRun(io, run, options)));
  examples(out, 'approval export exec_1 -o run.json', 'approval draw run.json --at 12');
  const back = onStore(
    program
      .command('import')
      .description('Puts an exported run into a store, to be looked at: nothing of it runs on.'),
  )
    .argument('<file>')
    .option('--json', 'as JSON', false)
    .action(async (file: string, options: StoreOptions & { json: boolean }) =>
      ended(await importRun(io, file, options)),
    );
  examples(back, 'approval import run.json --store sqlite:report.db --workspace report-7');
}

function addDoctor(program: Command, io: Io, ended: Ended): void {
  const command = onStore(
    program
      .command('doctor')
      .description('Looks for what can never be in the runs of a store; 1 where there is any left.'),
  )
    .option('--run <id>', 'this run only')
    .option('--since <time>', 'only runs dispatched since, as in 2026-11-01 or 2026-11-01T10:00:00Z', time)
    .option('--mend', 'make lost jobs again; nothing else is changed', false)
    .option('--json', 'a finding as JSON on each line', false)
    .action(async (options: DoctorOptions) => ended(await doctor(io, options)));
  examples(
    command,
    'approval doctor --store sqlite:approvals.db',
    'approval doctor --since 2026-11-01 --mend --json',
  );
}
