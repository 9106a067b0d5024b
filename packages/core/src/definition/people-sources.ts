/** Sources of an entry's people (contract section 17): a list, an input value, or the directory. */
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
        'Dot-path to a userId or a list of up to 500, from `execution.input` or `output` (of the previous step).',
      ),
  })
  .refine(
    (it) => [it.users, it.group, it.role, it.var].filter((one) => one !== undefined).length === 1,
    'give exactly one of users, group, role and var',
  )
  .meta({
    id: 'DefinitionPool',
    description: "Source of a pool's candidates: exactly one of `users`, `group`, `role` and `var`.",
  });

const value = z
  .strictObject({
    var: inputPath.describe('Dot-path from `execution.input` or `output` (of the previous step).'),
  })
  .meta({ id: 'DefinitionValue', description: 'A value of the execution.' });

const untilLimit = z
  .strictObject({
    attribute: lineOf(LIMITS.nameLength).describe('Name of a user attribute in the directory.'),
    atLeast: z
      .union([z.number(), value])
      .describe('Minimum value: a number, or the path of one in the execution.'),
  })
  .meta({ id: 'DefinitionChainLimit', description: 'Condition that ends a chain.' });

export const chain = z
  .strictObject({
    startAt: value.describe('User whose manager is the first of the chain.'),
    maxLevels: z.int().min(1).max(LIMITS.chainLevels).describe('Maximum number of managers, 1 to 10.'),
    untilLimit: untilLimit
      .optional()
      .describe(
        'Ends the chain with the first manager whose attribute reaches the minimum. One of them must reach it.',
      ),
  })
  .meta({ id: 'DefinitionChain', description: 'A chain of managers, each the manager of the previous one.' });
