/** Bounds of the inspector. */
export const INSPECTOR_LIMITS = {
  /** Bytes of a form that is sent to it: as much as a request of the engine may have, and the text of a form is longer than what it says. */
  formBytes: 3_145_728,
} as const;
