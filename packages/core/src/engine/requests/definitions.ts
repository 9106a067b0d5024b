/** Requests on definitions (contract section 10). */
import { z } from 'zod';
import { definitionBody } from '../../definition/definition.js';
import { definitionId } from '../../definition/identifiers.js';
import { page, scopeIds, withScope } from './common.js';

const version = z.int().min(1);

/** Fields that are present replace, absent ones stay, `null` takes an optional one away. */
const replacement = {
  name: definitionBody.name.optional(),
  nodes: definitionBody.nodes.optional(),
  edges: definitionBody.edges.optional(),
  description: definitionBody.description.nullable(),
  groups: definitionBody.groups.nullable(),
  loops: definitionBody.loops.nullable(),
  tags: definitionBody.tags.nullable(),
  custom: definitionBody.custom.nullable(),
  triggers: definitionBody.triggers.nullable(),
  webhookConfig: definitionBody.webhookConfig.nullable(),
};

/** What an update carries beside the fields it replaces. */
export const updateTarget = { definitionId, ifVersion: version, ...scopeIds };
export const updateDefinition = withScope(z.strictObject({ ...updateTarget, ...replacement }));
export const getDefinition = withScope(
  z.strictObject({ definitionId, version: version.optional(), ...scopeIds }),
);
export const listDefinitions = withScope(z.strictObject({ ...page, ...scopeIds }));
export const deleteDefinition = withScope(z.strictObject({ definitionId, ...scopeIds }));

export type UpdateDefinitionRequest = z.infer<typeof updateDefinition>;
export type GetDefinitionRequest = z.infer<typeof getDefinition>;
export type ListDefinitionsRequest = z.infer<typeof listDefinitions>;
export type DeleteDefinitionRequest = z.infer<typeof deleteDefinition>;
