/** Where the people of an entry come from (contract section 17): a list, a value of the run, or the host's directory. */
import * as z from 'zod';
import { actorId, lineOf } from './identifiers.js';
import { LIMITS } from './limits.js';
import { inputPath } from './parts.js';

export const unique = (items: readonly string[]): boolean => new Set(items).size === items.length;

const sourceName = lineOf(LIMITS.referenceLength);

export const pool = z
  .strictObject({
    users: z
      .array(actorId)
      .min(1)
      .max(LIMITS.poolUsers)
      .refine(unique, 'name each candidate once')
      .optional()
      .describe('Ids of the candidates, 1 to 50.'),
    group: sourceName.optional().describe("Name of a group in the host's directory."),
    role: sourceName.optional().describe("Name of a role in the host's directory."),
    var: inputPath
      .optional()
      .describe(
        'Dot-path to a userId or a list of up to 500, from `execution.input` or `output` (of the step before).',
      ),
  })
  .refine(
    (it) => [it.users, it.group, it.role, it.var].filter((one) => one !== undefined).length === 1,
    'give exactly one of users, group, role and var',
  )
  .meta({
    id: 'DefinitionPool',
    description:
      'Where the candidates of a pool come from: exactly one of `users`, `group`, `role` and `var`.',
  });

const value = z
  .strictObject({
    var: inputPath.describe('Dot-path from `execution.input` or `output` (of the step before).'),
  })
  .meta({ id: 'DefinitionValue', description: 'A value that a run has.' });

const untilLimit = z
  .strictObject({
    attribute: lineOf(LIMITS.nameLength).describe('Name of an attribute of people in the directory.'),
    atLeast: z
      .union([z.number(), value])
      .describe('What it has to be at least: a number, or where the run has it.'),
  })
  .meta({ id: 'DefinitionChainLimit', description: 'Whom a chain ends with.' });

export const chain = z
  .strictObject({
    startAt: value.describe('Whose manager is the first.'),
    maxLevels: z
      .int()
      .min(1)
      .max(LIMITS.chainLevels)
      .describe('How many managers there are at most, 1 to 10.'),
    untilLimit: untilLimit
      .optional()
      .describe('Ends the chain with the first whose attribute is large enough; somebody has to have it.'),
  })
  .meta({ id: 'DefinitionChain', description: 'Managers, each the manager of the one before.' });
