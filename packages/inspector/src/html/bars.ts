/** A number over time as bars, with a table of the same numbers for screen readers. */
import { type Html, html } from './html.js';

/** One bar: the whole, and a marked part of it. */
export interface Bar {
  /** Short time of the bar. */
  readonly label: string;
  readonly whole: number;
  readonly part: number;
}

export interface Bars {
  readonly title: string;
  readonly wholeName: string;
  readonly partName: string;
  readonly bars: readonly Bar[];
}

const [STEP, WIDTH, HEIGHT] = [26, 20, 96];
/** Every sixth bar has a label. */
const LABELLED = 6;

export function barsPart({ title, wholeName, partName, bars }: Bars): Html {
  const most = Math.max(1, ...bars.map((it) => it.whole));
  const size = (count: number) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * HEIGHT)));
  const shown = bars.map(({ whole, part }, index) => {
    const x = index * STEP;
    const [all, some] = [size(whole), size(Math.min(part, whole))];
    return html`<rect class="bar" x="${x}" y="${HEIGHT - all}" width="${WIDTH}" height="${all}"></rect
      ><rect class="bar-part" x="${x}" y="${HEIGHT - some}" width="${WIDTH}" height="${some}"></rect>`;
  });
  const name = `${title}: at most ${most}`;
  return html`<figure>
    <figcaption>${title} <span class="quiet">at most ${most}</span></figcaption>
    <div class="scroll picture bars" tabindex="0" role="region" aria-label="${title}">
      <svg
        viewBox="0 0 ${bars.length * STEP} ${HEIGHT + 20}"
        width="${bars.length * STEP}"
        role="img"
        aria-label="${name}"
      >
        ${shown}
        <line class="axis" x1="0" x2="${bars.length * STEP}" y1="${HEIGHT}" y2="${HEIGHT}"></line>
        ${bars.map(
          ({ label }, index) =>
            index % LABELLED === 0 &&
            html`<text class="tick" x="${index * STEP}" y="${HEIGHT + 16}">${label}</text>`,
        )}
      </svg>
    </div>
    <details>
      <summary>As a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">${wholeName}</th>
              <th scope="col">${partName}</th>
            </tr>
          </thead>
          <tbody>
            ${bars.map(
              (it) =>
                html`<tr>
                  <td>${it.label}</td>
                  <td>${it.whole}</td>
                  <td>${it.part}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
}
