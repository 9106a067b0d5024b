/** A chart of results against their goals: SVG, readable on light and dark pages. */
import type { Entry } from './report.js';

type Drawn = Pick<Entry, 'what' | 'unit' | 'median' | 'rounds' | 'goal' | 'met'>;

const [WIDTH, ROW, HEAD, FOOT] = [860, 26, 44, 30];
/** Horizontal positions: end of names, start and end of the scale. */
const [NAMES, LEFT, RIGHT] = [330, 346, 690];
/** The scale: from a quarter of a goal to four times it. */
const OCTAVES = 2;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .dim { fill: #57606a; }
  line { stroke: #8c959f; }
  .met { fill: #1a7f37; stroke: #1a7f37; }
  .missed { fill: #bc4c00; stroke: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .dim { fill: #9198a1; }
    line { stroke: #6e7681; }
    .met { fill: #3fb950; stroke: #3fb950; }
    .missed { fill: #f0883e; stroke: #f0883e; }
  }`;

/** Leaves out results without a goal. Right of the center is better than the goal in every row. */
export function plotOf(entries: readonly Drawn[]): string {
  const rows = entries.filter((it) => it.goal !== null && Number.isFinite(it.median));
  const bottom = HEAD + rows.length * ROW;
  const middle = (LEFT + RIGHT) / 2;
  const scale = [-2, -1, 0, 1, 2].map((octave) => {
    const x = middle + (octave / OCTAVES) * ((RIGHT - LEFT) / 2);
    const label = octave === 0 ? 'goal' : octave < 0 ? `${2 ** -octave} × worse` : `${2 ** octave} × better`;
    return `<line x1="${x}" x2="${x}" y1="${HEAD - 8}" y2="${bottom}"${octave === 0 ? '' : ' stroke-dasharray="2 4"'}/>
<text class="dim" x="${x}" y="${HEAD - 16}" text-anchor="middle">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + FOOT}" role="img" aria-label="What was measured, against its goals">
<style>${STYLE}
</style>
${scale.join('\n')}
${rows.map((row, index) => rowOf(row, HEAD + (index + 0.5) * ROW)).join('\n')}
<text class="dim" x="${LEFT}" y="${bottom + 20}">dot: median; bar: all rounds</text>
</svg>
`;
}

function rowOf({ what, unit, median, rounds, goal, met }: Drawn, y: number): string {
  if (goal === null) return '';
  const xOf = (value: number): number => {
    const times = goal.is === 'at least' ? value / goal.value : goal.value / value;
    const octaves = Math.max(-OCTAVES, Math.min(OCTAVES, Math.log2(times)));
    return Math.round((LEFT + RIGHT) / 2 + (octaves / OCTAVES) * ((RIGHT - LEFT) / 2));
  };
  const [low, high] = [xOf(Math.min(...rounds)), xOf(Math.max(...rounds))];
  const style = met === true ? 'met' : 'missed';
  const wanted = `${goal.is === 'at least' ? '≥' : '≤'} ${amount(goal.value)}`;
  return `<text x="${NAMES}" y="${y + 4}" text-anchor="end">${escaped(what)}</text>
<line class="${style}" stroke-width="3" stroke-opacity="0.5" x1="${Math.min(low, high)}" x2="${Math.max(low, high)}" y1="${y}" y2="${y}"/>
<circle class="${style}" cx="${xOf(median)}" cy="${y}" r="5"/>
<text x="${RIGHT + 12}" y="${y + 4}">${amount(median)} ${escaped(unit)} <tspan class="dim">(${wanted})</tspan></text>`;
}

const amount = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
