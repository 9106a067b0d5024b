/** Bounds of the inspector. */
export const INSPECTOR_LIMITS = {
  /** Maximum bytes of a form, larger than a request since encoding makes text longer. */
  formBytes: 3_145_728,
} as const;
