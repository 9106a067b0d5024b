/** The commands on files, their arguments and their help; those on a store are in `store-program.ts`. */
import { Argument, Command, Option } from 'commander';
import { type Shell, completionOf } from './commands/completion.js';
import { type DiffFormat, diff } from './commands/diff.js';
import { draw } from './commands/draw.js';
import { type LintFormat, lint } from './commands/lint.js';
import { type SimulateOptions, simulate } from './commands/simulate.js';
import { RELEASE } from './init/choices.js';
import { EXIT, type Io } from './io.js';
import { type Ended, collected, examples, whole } from './program-parts.js';
import { addDevCommands } from './dev-program.js';
import { addStoreCommands } from './store-program.js';

export function programOf(io: Io, ended: Ended): Command {
  const program = new Command('approval')
    .description('Definitions of approvals and their runs, from the command line.')
    .version(RELEASE)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, getOutHasColors: () => io.color })
    .showSuggestionAfterError();
  examples(
    program,
    'approval dev',
    'approval lint contract.json',
    'approval draw contract.json -o contract.svg',
    'approval COMMAND --help',
  );
  program.addHelpText(
    'after',
    '\nExit codes: 0 done; 1 findings, differences or a refusal; 2 a wrong call or an unreadable file or store.',
  );
  addDevCommands(program, io, ended);
  addLint(program, io, ended);
  addDraw(program, io, ended);
  addDiff(program, io, ended);
  addSimulate(program, io, ended);
  addStoreCommands(program, io, ended);
  addCompletion(program, io, ended);
  return program;
}

const DEFINITION = ['--definition <id>', 'which definition, in a file of several'] as const;
const OUTPUT = ['-o, --output <file>', 'write to a file'] as const;

function addLint(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('lint')
    .description(
      'Everything that is wrong with definitions in JSON, or in modules that export them (which are run).',
    )
    .argument('<files...>', 'JSON, TypeScript or JavaScript')
    .addOption(
      new Option('--format <format>', 'how it is told').choices(['text', 'json', 'sarif']).default('text'),
    )
    .option('--json', 'the same as --format json')
    .option('--strict', 'warnings count as errors', false)
    .action(async (files: string[], options: { format: LintFormat; json?: true; strict: boolean }) => {
      const format = options.json === true ? 'json' : options.format;
      ended(await lint(io, files, { format, strict: options.strict }));
    });
  examples(
    command,
    'approval lint definitions/*.json',
    'approval lint src/workflows.ts --format sarif > lint.sarif',
  );
}

function addDraw(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('draw')
    .description('A definition, or a run that was exported, as a picture; findings of the linter are marked.')
    .argument('<file>', 'a definition, or what approval export wrote')
    .addOption(
      new Option('--format <format>', 'terminal, or what the ending of the output says').choices([
        ...['terminal', 'svg', 'mermaid', 'dot'],
      ]),
    )
    .option(...OUTPUT)
    .option(...DEFINITION)
    .addOption(
      new Option('--direction <way>', 'which way arrows lead').choices(['down', 'right']).default('down'),
    )
    .addOption(
      new Option('--scheme <scheme>', 'colours of SVG').choices(['light', 'dark', 'auto']).default('auto'),
    )
    .option('--at <seq>', 'an exported run as it was after this event', whole(0, 10_000_000))
    .action(async (file: string, options: Parameters<typeof draw>[2]) =>
      ended(await draw(io, file, options)),
    );
  examples(
    command,
    'approval draw contract.json',
    'approval draw src/workflows.ts --definition contract -o contract.svg',
    'approval draw run.json --at 12',
  );
}

function addDiff(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('diff')
    .description('What differs from one definition to another; 1 where anything does.')
    .argument('<before>')
    .argument('<after>')
    .addOption(
      new Option('--format <format>', 'how it is told').choices(['text', 'json', 'svg']).default('text'),
    )
    .option('--json', 'the same as --format json')
    .option(...OUTPUT)
    .option(...DEFINITION)
    .action(async (before: string, after: string, options: Parameters<typeof diff>[3] & { json?: true }) => {
      const format: DiffFormat = options.json === true ? 'json' : options.format;
      ended(await diff(io, before, after, { ...options, format }));
    });
  examples(
    command,
    'approval diff old.json new.json',
    'approval diff old.json new.json --format svg -o difference.svg',
  );
}

function addSimulate(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('simulate')
    .description('Steps through a definition: you answer, agents pass, time stands still. Nothing is kept.')
    .argument('<file>')
    .option(
      '--answer <node:answer>',
      'approve, reject, abstain or breach, in this order; may be repeated',
      collected,
      [],
    )
    .option(
      '--context <json>',
      'what the run is about: its triggerContext; by default every urlPath leads to a URL',
    )
    .option(
      '--histories <count>',
      'random histories, in worlds where everything fails that can',
      whole(1, 1_000_000),
    )
    .option('--seed <number>', 'of the first history', whole(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--json', 'the result as JSON', false)
    .option(...DEFINITION)
    .action(async (file: string, { answer, ...options }: SimulateOptions & { answer: string[] }) =>
      ended(await simulate(io, file, { ...options, answers: answer })),
    );
  examples(
    command,
    'approval simulate contract.json',
    'approval simulate contract.json --answer legal:reject --answer legal:approve:maria',
    'approval simulate contract.json --histories 1000',
  );
}

function addCompletion(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('completion')
    .description('What makes a shell complete commands and options.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action((shell: Shell) => {
      io.out(completionOf(program, shell));
      ended(EXIT.done);
    });
  examples(
    command,
    'source <(approval completion bash)',
    'approval completion fish > ~/.config/fish/completions/approval.fish',
  );
}
