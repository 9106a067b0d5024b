/** Lines of a picture: smooth, and straight at both ends. */
import type { Direction } from '../layout/layout.js';
import type { Box, Point } from '../layout/picture.js';

const HEAD = { length: 8, half: 4.5 } as const;
/** Minimum distance of a line from the corner of a card. */
const CORNER = 18;

export interface Line {
  readonly path: string;
  /** Corners of the arrowhead. */
  readonly head: string;
}

/** The line between two cards through the given points; its ends are on the cards' edges. */
export function lineOf(points: readonly Point[], from: Box, to: Box, direction: Direction): Line {
  const turned = direction === 'right';
  const [a, b] = turned ? [turnedBox(from), turnedBox(to)] : [from, to];
  const all = turned ? points.map(turnedPoint) : points;
  const inner = all.slice(1, -1);
  const first = inner[0] ?? middleOf(b);
  const last = inner.at(-1) ?? middleOf(a);
  const isDown = middleOf(b).y >= middleOf(a).y;
  const start = { x: between(first.x, a), y: isDown ? a.y + a.height : a.y };
  const end = { x: between(last.x, b), y: isDown ? b.y : b.y + b.height };
  const tip = { x: end.x, y: end.y + (isDown ? -HEAD.length : HEAD.length) };
  const back = turned ? turnedPoint : (it: Point) => it;
  const stops = [start, ...inner, tip];
  return {
    path: stops.map((it, index) => curve(stops[index - 1], it, back)).join(''),
    head: [end, { x: tip.x - HEAD.half, y: tip.y }, { x: tip.x + HEAD.half, y: tip.y }]
      .map((it) => text(back(it)))
      .join(' '),
  };
}

function curve(from: Point | undefined, to: Point, back: (point: Point) => Point): string {
  if (from === undefined) return `M${text(back(to))}`;
  if (from.x === to.x) return `L${text(back(to))}`;
  const half = Math.round((from.y + to.y) / 2);
  return `C${[{ x: from.x, y: half }, { x: to.x, y: half }, to].map((it) => text(back(it))).join(' ')}`;
}

const text = ({ x, y }: Point): string => `${x},${y}`;
const turnedPoint = ({ x, y }: Point): Point => ({ x: y, y: x });
const turnedBox = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width });
const middleOf = ({ x, y, width, height }: Box): Point => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});

function between(x: number, { x: left, width }: Box): number {
  const corner = Math.min(CORNER, width / 2 - 4);
  return Math.round(Math.min(Math.max(x, left + corner), left + width - corner));
}
