/** The commands on files, with their help; `store-program.ts` has those on a store. */
import { definitionJsonSchema } from '@org/approval-core/internal';
import { Argument, Command, Option } from 'commander';
import { type Shell, completionOf } from './commands/completion.js';
import { type DiffFormat, diff } from './commands/diff.js';
import { draw } from './commands/draw.js';
import { type LintFormat, lint } from './commands/lint.js';
import { type SimulateOptions, simulate } from './commands/simulate.js';
import { writeResult } from './files/read.js';
import { RELEASE } from './init/choices.js';
import { EXIT, type Io } from './io.js';
import { jsonText } from './report/json.js';
import { type Ended, collected, examples, whole } from './program-parts.js';
import { addDevCommands } from './dev-program.js';
import { addRecordCommands } from './record-program.js';
import { addStoreCommands } from './store-program.js';

export function programOf(io: Io, ended: Ended): Command {
  const program = new Command('approval')
    .description('Works with approval definitions and their runs.')
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
    '\nExit codes: 0 success; 1 findings, differences or a refusal; 2 a wrong call or an unreadable file or store.',
  );
  addDevCommands(program, io, ended);
  addLint(program, io, ended);
  addSchema(program, io, ended);
  addDraw(program, io, ended);
  addDiff(program, io, ended);
  addSimulate(program, io, ended);
  addStoreCommands(program, io, ended);
  addRecordCommands(program, io, ended);
  addCompletion(program, io, ended);
  return program;
}

function addSchema(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('schema')
    .description('Prints the JSON Schema of definitions, for editors and other tools.')
    .option(...OUTPUT)
    .action(async ({ output }: { output: string | undefined }) => {
      await writeResult(io, output, `${jsonText(definitionJsonSchema(), 2)}\n`);
      ended(EXIT.done);
    });
  examples(command, 'approval schema -o definition.schema.json');
}

const DEFINITION = ['--definition <id>', 'the definition, if the file has several'] as const;
const OUTPUT = ['-o, --output <file>', 'write to a file'] as const;

function addLint(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('lint')
    .description('Checks definitions in JSON, or in modules that export them (modules are run).')
    .argument('<files...>', 'JSON, TypeScript or JavaScript')
    .addOption(
      new Option('--format <format>', 'format of the output')
        .choices(['text', 'json', 'sarif'])
        .default('text'),
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
    .description('Draws a definition or an exported run, and marks the findings of the linter.')
    .argument('<file>', 'a definition, or a file written by approval export')
    .addOption(
      new Option('--format <format>', 'terminal, or by the extension of the output').choices([
        ...['terminal', 'svg', 'mermaid', 'dot'],
      ]),
    )
    .option(...OUTPUT)
    .option(...DEFINITION)
    .addOption(
      new Option('--direction <way>', 'direction of the arrows').choices(['down', 'right']).default('down'),
    )
    .addOption(
      new Option('--scheme <scheme>', 'colours of SVG').choices(['light', 'dark', 'auto']).default('auto'),
    )
    .option('--at <seq>', 'for an exported run: its state after this event', whole(0, 10_000_000))
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
    .description('Compares two definitions; exits with 1 if they differ.')
    .argument('<before>')
    .argument('<after>')
    .addOption(
      new Option('--format <format>', 'format of the output')
        .choices(['text', 'json', 'svg'])
        .default('text'),
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
    .description(
      'Steps through a definition: you decide, agents pass, the clock stands still. Nothing is stored.',
    )
    .argument('<file>')
    .option(
      '--answer <node:answer>',
      'approve, reject, abstain or breach, in this order; may be repeated',
      collected,
      [],
    )
    .option(
      '--context <json>',
      'triggerContext of the run; by default an example with every field that the definition reads',
    )
    .option(
      '--histories <count>',
      'number of random histories, in which anything can fail',
      whole(1, 1_000_000),
    )
    .option('--seed <number>', 'seed of the first history', whole(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--json', 'print the result as JSON', false)
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
    .description('Prints the script that completes commands and options in a shell.')
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
