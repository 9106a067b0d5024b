/** Roots of the paths in the templates of a step. */
export const STEP_ROOTS = ['input', 'output', 'execution', 'step'] as const;
