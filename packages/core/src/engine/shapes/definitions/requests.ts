/** Requests on definitions (contract section 10). */
import * as z from 'zod';
import { definitionBody, definitionSchema } from '../../../definition/definition.js';
import { definitionId } from '../../../definition/identifiers.js';
import { page, scopeIds, withScope } from '../shared/fields.js';

export type * from './requests.gen.js';

const existing = definitionId.describe('Id of the definition.');

/** Fields that are present replace, absent ones stay, `null` takes an optional one away. */
const replacement = {
  $schema: definitionBody.$schema.nullable().describe('JSON Schema for editors; `null` takes it away.'),
  name: definitionBody.name.optional(),
  nodes: definitionBody.nodes.optional(),
  edges: definitionBody.edges,
  description: definitionBody.description.nullable().describe('Text for people; `null` takes it away.'),
  groups: definitionBody.groups.nullable().describe('All groups; `null` takes them away.'),
  loops: definitionBody.loops.nullable().describe('All loops; `null` takes them away.'),
  strict: definitionBody.strict
    .nullable()
    .describe('Conditions fail an execution instead of reading null; `null` takes it away.'),
  inputSchema: definitionBody.inputSchema
    .nullable()
    .describe('JSON Schema of the trigger context; `null` takes it away.'),
  presentation: definitionBody.presentation
    .nullable()
    .describe('Presentation to show before a decision; `null` takes it away.'),
  tags: definitionBody.tags.nullable().describe('All tags; `null` takes them away.'),
  custom: definitionBody.custom.nullable().describe("The host's own data; `null` takes it away."),
  triggers: definitionBody.triggers.nullable().describe('All inbound webhooks; `null` takes them away.'),
  webhookConfig: definitionBody.webhookConfig
    .nullable()
    .describe('Receiver of the events; `null` takes it away.'),
};

/** Fields of an update beside those it replaces. */
export const updateTarget = {
  definitionId: existing,
  ifVersion: z
    .int()
    .min(1)
    .describe('The version that the change was made on; the update is refused when there is a newer one.'),
  ...scopeIds,
};
export const updateDefinition = withScope(z.strictObject({ ...updateTarget, ...replacement })).meta({
  id: 'UpdateDefinitionRequest',
  description:
    'A new version of a definition: fields that are present replace, absent ones stay, `null` takes an optional one away.',
});
/** Scope fields that `validate` accepts beside the definition. */
export const validateTarget = withScope(z.object(scopeIds));
export const getDefinition = withScope(
  z.strictObject({
    definitionId: existing,
    version: z.int().min(1).optional().describe('Version number; the newest by default.'),
    ...scopeIds,
  }),
).meta({
  id: 'GetDefinitionRequest',
  description: 'Selects the most specific definition for the ids.',
});
export const listDefinitions = withScope(z.strictObject({ ...page, ...scopeIds })).meta({
  id: 'ListDefinitionsRequest',
  description:
    'A page of the definitions of one level of scope: the workspace, an organization, or a document of it.',
});
export const deleteDefinition = withScope(z.strictObject({ definitionId: existing, ...scopeIds })).meta({
  id: 'DeleteDefinitionRequest',
  description: 'Selects the definition to delete, at exactly one level of scope.',
});
export const validateDefinition = withScope(definitionSchema.extend(scopeIds)).meta({
  id: 'ValidateDefinitionRequest',
  description: 'A definition to check, without keeping it.',
});
