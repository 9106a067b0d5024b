/** The drawing of a definition, from its compiled form if it compiles. */
import { compileDefinition } from '@org/approval-core';
import type { Drawable } from '@org/approval-draw';
import { isList, isObject } from '@org/approval-internal/values';
import { CliError } from '../io.js';
import { type FoundDefinition, objectOf } from './definitions.js';

export function drawableOf({ file, json }: FoundDefinition): Drawable {
  const object = objectOf(json);
  if (object === null)
    throw new CliError(`${file}: is not a definition; expected an object with nodes and edges`);
  const [nodes, edges] = [object['nodes'], object['edges']].map(objectsOf);
  const checked = compileDefinition(json);
  return {
    ...object,
    name: object['name'],
    nodes: nodes ?? [],
    edges: edges ?? [],
    groups: objectsOf(object['groups']),
    loops: objectsOf(object['loops']),
    compiled: checked.ok ? checked.compiled : null,
  };
}

const objectsOf = (list: unknown): object[] => (isList(list) ? list.filter(isObject) : []);
