/** Bounds of a picture: those of a definition, and of the texts in it. */
export const PICTURE_LIMITS = {
  /** As a definition may have. */
  nodes: 100,
  /** As a definition may have: 500 of its author's, one for each onReject, one out of each loop and one back. */
  edges: 740,
  groups: 100,
  /** 20 of the author's, and one for each `onReject.loopBack`. */
  loops: 120,
  /** Steps of a run that are looked at: the last ones. */
  steps: 10_000,
  title: 60,
  nodeTitle: 26,
  nodeSubtitle: 30,
  edgeLabel: 26,
  frameLabel: 44,
} as const;
