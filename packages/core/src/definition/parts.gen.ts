// Generated from the schemas of parts.ts by `npm run types`. Do not edit.

/** Route of a loop whose last iteration was rejected. */
export interface ExhaustedRoute {
  /** Id of the node that starts. */
  routeToNodeId: string;
}
