/** Bounds of a picture: those of a definition, and of the strings in it. */
export const PICTURE_LIMITS = {
  /** Same limit as in a definition. */
  nodes: 100,
  /** Same limits as in a definition: 500 edges, one for each onReject, two for each loop. */
  edges: 740,
  groups: 100,
  /** 20 of the author, and one for each `onReject.loopBack`. */
  loops: 120,
  /** Number of steps of a run that are read, from the last. */
  steps: 10_000,
  title: 60,
  nodeTitle: 26,
  nodeSubtitle: 30,
  edgeLabel: 26,
  frameLabel: 44,
} as const;
