/** `@org/approval-record`: proof of what was decided, for readers without access to the engine. */
export type { Decision, Named, Told } from './verify/decisions.js';
export type { Verified, VerifiedRun, VerifyOptions } from './verify/options.js';
export type { PinnedKey } from './verify/trust.js';
export { type Finding, VERDICTS, type Verdict } from './verify/verdict.js';
export { type Bundle, BundleVerifier, verify } from './verify/verify.js';
export { anchorsIn } from './report/anchors.js';
export { reportOf } from './report/text-report.js';
