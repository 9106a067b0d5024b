/**
 * No field of a request. The result of a dispatch has an executionId too, and fields that these requests refuse: so
 * that handing it on whole does not compile, and is not found out at run time. Give `{ executionId }`.
 */
export interface NoDispatchResult {
  /** Never: give `{ executionId }`. */
  readonly correlationId?: never;
  /** Never: give `{ executionId }`. */
  readonly deduplicated?: never;
}
