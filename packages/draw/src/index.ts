/** `@org/approval-draw`: pictures of definitions and of runs. */
export { type Difference, type PartDifference, differenceOf } from './difference/difference.js';
export type {
  CompiledDrawable,
  DrawOptions,
  Drawable,
  DrawableRun,
  DrawableStep,
  Mark,
} from './graph/drawable.js';
export { PICTURE_LIMITS } from './graph/limits.js';
export type { Direction } from './layout/layout.js';
export { drawDot } from './render/dot.js';
export { drawMermaid } from './render/mermaid.js';
export { type SvgOptions, drawSvg } from './render/svg.js';
export { type TerminalOptions, drawTerminal } from './render/terminal.js';
export { type Scheme, svgStyles } from './render/theme.js';
export { conditionText } from './text/condition.js';
