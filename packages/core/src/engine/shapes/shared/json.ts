/** JSON objects in views. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import type { JsonObject } from '../../../definition/json.js';

export const jsonObject = z
  .custom<JsonObject>()
  .meta({ id: 'JsonObject', type: 'object', additionalProperties: true, description: 'A JSON object.' })
  .register(typeNames, { type: 'JsonObject' });
