/** Presentations that callers give in place of those of definitions. */
import { jsonBytes } from '../../definition/bytes.js';
import { LIMITS } from '../../definition/limits.js';
import type { Presentation, PresentationValues } from '../../definition/presented.js';
import { presentationOfValues } from '../../interpreter/presenting/render.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import { ApprovalError } from '../errors.js';
import { nameOf } from '../links/place.js';

/** Options of operations that take a presentation. */
export interface Presenting {
  /** True if the caller may not replace the presentation of a definition; false by default. */
  readonly keepsPresentation?: boolean;
}

/** @throws ApprovalError INVALID_ARGUMENT `presentation-too-large` */
export function refuseTooLarge(presentation: PresentationValues | undefined): void {
  const bytes = jsonBytes(presentation);
  if (bytes <= LIMITS.presentationBytes) return;
  const message = `presentation: has ${bytes} bytes, and the limit is ${LIMITS.presentationBytes}; show less, or link to a document`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'presentation-too-large', bytes });
}

/**
 * The presentation as it is stored; undefined if the caller gives none.
 * @throws ApprovalError PERMISSION_DENIED `presentation-fixed`
 */
export function presentationGiven(
  definition: DefinitionVersion,
  given: PresentationValues | undefined,
  { keepsPresentation = false }: Presenting,
): Presentation | undefined {
  if (given === undefined) return undefined;
  if (keepsPresentation && definition.compiled.presentation !== undefined) {
    const message = `presentation: definition "${definition.definitionId}" says what is shown; leave it out, or use a token with executions:dispatch-any`;
    throw new ApprovalError('PERMISSION_DENIED', message, { code: 'presentation-fixed' });
  }
  return presentationOfValues(given, nameOf(definition));
}
