/** Requests of the outside world (contract section 13). */
import { z } from 'zod';
import { definitionId, localId } from '../../definition/identifiers.js';
import { scopeIds, withScope } from './common.js';
import { completeDeferred } from './steps.js';

export const triggerTarget = withScope(z.strictObject({ definitionId, triggerId: localId, ...scopeIds }));
export const callbackBody = completeDeferred.pick({ status: true, output: true, error: true });

export type TriggerTarget = z.infer<typeof triggerTarget>;
export type CallbackBody = z.infer<typeof callbackBody>;
