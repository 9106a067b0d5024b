/**
 * Forbidden fields of a request. A dispatch result has an executionId too, and other fields that
 * these requests refuse: passing it whole must not compile. Pass `{ executionId }`.
 */
export interface NoDispatchResult {
  /** Never: give `{ executionId }`. */
  readonly correlationId?: never;
  /** Never: give `{ executionId }`. */
  readonly deduplicated?: never;
}
