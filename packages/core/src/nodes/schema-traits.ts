/** Traits of node kinds. The engine asks for traits instead of comparing names of kinds. */

/** Statuses of a step that is open (the interpreter's `OpenStepStatus`). */
type OpenStatus = 'pending' | 'running' | 'waiting';

/** Traits of a node kind. */
export interface NodeTraits {
  /** People decide its steps: a loop can take rejections, an administrator can decide for them. */
  readonly decidedByPeople: boolean;
  /** A rejection in the output of its steps is one of people, which a loop can take. */
  readonly rejectedByPeople: boolean;
  /** The output of a completed step may hold a decision. */
  readonly mayDecide: boolean;
  /** Its steps call a registered agent. */
  readonly callsAgent: boolean;
  /** Its steps call the outside, a receiver or a channel; null for a kind without such calls. */
  readonly calls: 'webhook' | 'notification' | null;
  /** The events of its ends say which status an HTTP response had. */
  readonly hasHttpStatus: boolean;
  /** Kinds of jobs of its steps, besides their deadline. Only kinds that call share one. */
  readonly jobs: readonly string[];
  /** Its steps end a branch with an outcome. Nothing follows them. */
  readonly isEnd: boolean;
  /** True if its steps start runs of other definitions; absent otherwise. */
  readonly startsRuns?: true;
  /** Statuses in which an administrator can finish a step: it waits for work outside. */
  readonly finishedIn: readonly OpenStatus[];
}
