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
import {
  type FireOptions,
  type SignalOptions,
  type TriggersOptions,
  fire,
  signal,
  triggers,
} from './commands/triggers.js';
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
  command.option(...STORE).option('--workspace <id>', 'workspace of the runs', 'default');
const listing = (command: Command): Command =>
  onStore(command)
    .option('--definition <id>', 'only of this definition')
    .option('--limit <count>', 'number of entries', whole(1, 500), 50)
    .option('--cursor <text>', 'cursor of the next page')
    .option('--json', 'print the page as JSON', false);

export function addStoreCommands(program: Command, io: Io, ended: Ended): void {
  addMigrate(program, io, ended);
  addLists(program, io, ended);
  addDecide(program, io, ended);
  addRemind(program, io, ended);
  addTriggers(program, io, ended);
  addSignal(program, io, ended);
  addTail(program, io, ended);
  addTransfer(program, io, ended);
  addDoctor(program, io, ended);
}

function addMigrate(program: Command, io: Io, ended: Ended): void {
  const command = program.command('migrate').description('Manages the tables of a store.');
  command
    .command('status')
    .description('Checks the tables against this release; exits with 1 if they differ.')
    .option(...STORE)
    .option('--json', 'as JSON', false)
    .action(async (it: { store?: string; json: boolean }) =>
      ended(await migrateStatus(io, it.store, it.json)),
    );
  command
    .command('up')
    .description('Creates the tables, or brings them up to date.')
    .option(...STORE)
    .option('--json', 'as JSON', false)
    .action(async (it: { store?: string; json: boolean }) => ended(await migrateUp(io, it.store, it.json)));
  command
    .command('sql')
    .description('Prints the tables as SQL, to apply by hand.')
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
  const list = listing(program.command('runs').description('Lists runs, newest first.'))
    .addOption(new Option('--status <status>', 'only in this status').choices(statuses))
    .option('--outcome <outcome>', 'only completed ones with this outcome')
    .action(async (options: RunsOptions) => ended(await runs(io, options)));
  examples(list, 'approval runs --store sqlite:approvals.db --outcome rejected');
  const waiting = listing(program.command('inbox').description('Lists waiting steps, longest wait first.'))
    .option('--reviewer <id>', 'only for this reviewer')
    .action(async (options: InboxOptions) => ended(await inbox(io, options)));
  examples(waiting, 'approval inbox --reviewer maria --json');
}

function addDecide(program: Command, io: Io, ended: Ended): void {
  const command = onStore(program.command('decide').description('Records the decision of a reviewer.'))
    .argument('<run>')
    .argument('<step>')
    .requiredOption('--reviewer <id>', 'who decides')
    .addOption(
      new Option('--decision <decision>', 'the decision')
        .choices(['approve', 'reject', 'abstain'])
        .makeOptionMandatory(),
    )
    .option('--on-behalf-of <id>', 'the absent reviewer, if a substitute decides')
    .option('--reason <text>', 'why')
    .option('--reason-code <code>', 'reason code, for steps that require one')
    .option('--values <json>', 'values of the step’s form for an approval, as a JSON object', jsonObject)
    .option('--subject-digest <digest>', 'digest of the subject, for steps that require it')
    .option('--round <number>', 'round of the reviewer’s place, from the second on', whole(1, 1_000_000))
    .option('--json', 'print the result as JSON', false)
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
    program.command('remind').description('Reminds reviewers of a waiting step, at most once a minute.'),
  )
    .argument('<run>')
    .argument('<step>')
    .requiredOption('--actor <id>', 'who reminds')
    .option('--user <id>', 'only this reviewer; by default all who still have to decide')
    .option('--json', 'print the result as JSON', false)
    .action(async (run: string, step: string, options: RemindOptions) =>
      ended(await remind(io, run, step, options)),
    );
  examples(command, 'approval remind exec_1 step_legal --actor ops --user maria');
}

function addTriggers(program: Command, io: Io, ended: Ended): void {
  const list = onStore(
    program.command('triggers').description('Lists the triggers of a definition, and what they did.'),
  )
    .argument('<definition>')
    .option('--json', 'print the result as JSON', false)
    .action(async (definition: string, options: TriggersOptions) =>
      ended(await triggers(io, definition, options)),
    );
  examples(list, 'approval triggers access-review --store sqlite:approvals.db');
  const command = onStore(program.command('fire').description('Starts a run of a schedule now.'))
    .argument('<definition>')
    .argument('<trigger>')
    .requiredOption('--actor <id>', 'who fires it: a contributor of the run')
    .option('--key <key>', 'idempotency key: a repeat returns the first run')
    .option('--json', 'print the result as JSON', false)
    .action(async (definition: string, trigger: string, options: FireOptions) =>
      ended(await fire(io, definition, trigger, options)),
    );
  examples(command, 'approval fire access-review quarterly --actor maria --key audit-2027');
}

function addSignal(program: Command, io: Io, ended: Ended): void {
  const command = onStore(
    program.command('signal').description('Completes the steps of a run that wait for a signal.'),
  )
    .argument('<run>')
    .argument('<name>')
    .option('--payload <json>', 'data for the steps, as a JSON object; none by default', jsonObject)
    .option('--key <key>', 'idempotency key: a repeat changes nothing')
    .option('--json', 'print the result as JSON', false)
    .action(async (run: string, name: string, options: SignalOptions) =>
      ended(await signal(io, run, name, options)),
    );
  examples(command, `approval signal exec_1 paid --payload '{"amount": 250}' --key payment-8812`);
}

function addTail(program: Command, io: Io, ended: Ended): void {
  const command = onStore(
    program.command('tail').description('Prints the events of a run, or of all runs, one per line.'),
  )
    .argument('[run]', 'a run; by default all runs')
    .option('--after <position>', 'for all runs: only events after this position in the feed')
    .option('--since <seq>', 'for one run: only events after this one', whole(0, Number.MAX_SAFE_INTEGER), 0)
    .option('-f, --follow', 'follow until the run ends, or for all runs until stopped', false)
    .option('--json', 'print events as lines of JSON', false)
    .action(async (run: string | undefined, options: TailOptions) => ended(await tail(io, run, options)));
  examples(command, 'approval tail exec_1 --follow', 'approval tail --follow --json');
}

function addTransfer(program: Command, io: Io, ended: Ended): void {
  const out = onStore(
    program.command('export').description('Writes a run to one file: its definition and every event.'),
  )
    .argument('<run>')
    .option('-o, --output <file>', 'write to a file')
    .action(async (run: string, options: ExportOptions) => ended(await exportRun(io, run, options)));
  examples(out, 'approval export exec_1 -o run.json', 'approval draw run.json --at 12');
  const back = onStore(
    program
      .command('import')
      .description('Copies an exported run into a store for inspection; it does not continue.'),
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
      .description('Checks the runs of a store for impossible states; exits with 1 if any remain.'),
  )
    .option('--run <id>', 'only this run')
    .option('--since <time>', 'only runs dispatched since, as in 2026-11-01 or 2026-11-01T10:00:00Z', time)
    .option('--fix', 'recreate lost jobs; nothing else is changed', false)
    .option('--json', 'print findings as lines of JSON', false)
    .action(async (options: DoctorOptions) => ended(await doctor(io, options)));
  examples(
    command,
    'approval doctor --store sqlite:approvals.db',
    'approval doctor --since 2026-11-01 --fix --json',
  );
}
