/** Actors of the engine's own cancellations (contract section 11). */

/** Actors whose cancellations replace the decision of a step. */
export const CANCELLING_ACTORS = {
  group: 'system:group-quorum',
  loop: 'system:loop-restart',
  end: 'system:end',
} as const;

export type CancellingActor = (typeof CANCELLING_ACTORS)[keyof typeof CANCELLING_ACTORS];

/** Actor of the cancellations when an execution fails or is cancelled. */
export const EXECUTION_ACTOR = 'system:execution';

const CANCELLING: ReadonlySet<string> = new Set(Object.values(CANCELLING_ACTORS));

export const isCancellingActor = (actorId: string): actorId is CancellingActor => CANCELLING.has(actorId);
