// Generated from the schemas of parts.ts by `npm run types`. Do not edit.

/** Where a loop goes whose last iteration was rejected. */
export interface ExhaustedRoute {
  /** The node that starts. */
  routeToNodeId: string;
}
