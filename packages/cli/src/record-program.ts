/** The commands on records, with their help. */
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { duration } from '@org/approval-core';
import { type VerifyFlags, verifyFiles } from './commands/verify.js';
import type { Io } from './io.js';
import { type Ended, collected, examples, whole } from './program-parts.js';

export function addRecordCommands(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('verify')
    .description(
      'Verifies bundles of an approval record: who decided what, and whether it was changed since.',
    )
    .argument('<files...>', 'bundles, as an engine exports them')
    .option('--key <vkey>', 'public key of the operator; may be repeated', collected, [])
    .option('--anchors <file>', 'checkpoints that you kept; may be repeated', collected, [])
    .option(
      '--min-size <leaves>',
      'least size of the log of a complete bundle',
      whole(0, 9_007_199_254_740_991),
    )
    .option('--retention <time>', 'ended executions are deleted after this time, as in 365d', durationOf)
    .option(
      '--strict',
      'events that no checkpoint proves, or that are not chained, count as a finding',
      false,
    )
    .option('--json', 'one line of JSON for each bundle', false)
    .action(async (files: string[], flags: VerifyFlags) => ended(await verifyFiles(io, files, flags)));
  examples(
    command,
    'approval verify decisions.jsonl --key "approvals.example.com/default/1+c9abf3d4+Aepk…"',
    'approval verify all.jsonl --key "$KEY" --anchors anchors.jsonl --retention 365d --strict',
  );
}

function durationOf(text: string): number {
  try {
    return duration(text as '365d');
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
