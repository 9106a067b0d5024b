/** Parts that all pages share. */
export const PARTS = `.ap, .ap *, .ap *::before, .ap *::after { box-sizing: border-box; }
.ap { color: var(--ap-ink); font: var(--ap-regular) var(--ap-size-md) / var(--ap-lead) var(--ap-font); -webkit-font-smoothing: antialiased; -moz-osx-font-smoothing: grayscale; accent-color: var(--ap-accent); overflow-wrap: anywhere; }
html.ap-page { background: var(--ap-page); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body.ap { margin: 0; min-block-size: 100dvh; }
.ap :where(h1, h2, h3, h4, p, dl, dd, ol, ul, figure, fieldset, blockquote) { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.ap :where(ol, ul) { list-style: none; }
.ap :where(h1, h2, h3, h4) { font-size: inherit; font-weight: var(--ap-strong); line-height: var(--ap-lead-tight); text-wrap: balance; }
.ap :where(a) { color: var(--ap-accent-ink); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
.ap :where(button, input, select, textarea) { font: inherit; color: inherit; letter-spacing: inherit; }
.ap :where(strong, b) { font-weight: var(--ap-strong); }
.ap :focus-visible { outline: var(--ap-ring); outline-offset: var(--ap-ring-gap); }
.ap-sprite { position: absolute; }
.ap-i { inline-size: 1rem; block-size: 1rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; vertical-align: -0.16em; }
.ap-i[data-size='lg'] { inline-size: 1.25rem; block-size: 1.25rem; }
.ap-i[data-size='sm'] { inline-size: 0.875rem; block-size: 0.875rem; }
[dir='rtl'] .ap-i[data-flip] { transform: scaleX(-1); }
.ap-hide { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.ap-skip { position: absolute; inset-block-start: -100px; inset-inline-start: var(--ap-2); z-index: var(--ap-z-toast); padding: var(--ap-2) var(--ap-3); border-radius: var(--ap-r-md); background: var(--ap-float); box-shadow: var(--ap-shadow-2); }
.ap-skip:focus { inset-block-start: var(--ap-2); }
.ap-2nd { color: var(--ap-ink-2); }
.ap-3rd { color: var(--ap-ink-3); }
.ap-sm { font-size: var(--ap-size-sm); }
.ap-xs { font-size: var(--ap-size-xs); }
.ap-num { font-variant-numeric: tabular-nums; white-space: nowrap; }
.ap-mono { font-family: var(--ap-font-mono); font-size: 0.92em; overflow-wrap: anywhere; }
.ap-row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--ap-2); }
.ap-row[data-gap='3'] { gap: var(--ap-3); }
.ap-grow { flex: 1 1 0; min-inline-size: 0; }
.ap-stack { display: grid; gap: var(--ap-4); align-content: start; }
.ap-label { display: block; color: var(--ap-ink-3); font-size: var(--ap-size-xs); font-weight: var(--ap-medium); line-height: 1.35; }
.ap-h { font-size: var(--ap-size-sm); font-weight: var(--ap-strong); }
.ap-alone { display: inline-flex; align-items: center; min-block-size: 1.5rem; }
@media (pointer: coarse) { .ap-alone { min-block-size: 2.75rem; min-inline-size: 2.75rem; } }
.ap-btn { display: inline-flex; align-items: center; justify-content: center; gap: var(--ap-2); min-block-size: var(--ap-control); padding: var(--ap-1) var(--ap-3); border: 1px solid var(--ap-line-2); border-radius: var(--ap-r-md); background: var(--ap-float); box-shadow: var(--ap-shadow-1); color: var(--ap-ink); flex-shrink: 0; max-inline-size: 100%; font-weight: var(--ap-medium); line-height: 1.2; text-align: center; text-decoration: none; cursor: pointer; transition: background-color var(--ap-fast), border-color var(--ap-fast); }
.ap-btn:hover { background: linear-gradient(var(--ap-hover), var(--ap-hover)) var(--ap-float); }
.ap-btn:active { background: linear-gradient(var(--ap-press), var(--ap-press)) var(--ap-float); }
.ap-btn[data-kind='primary'] { border-color: transparent; background: var(--ap-accent); color: var(--ap-on-accent); }
.ap-btn[data-kind='primary']:hover { background: var(--ap-accent-hover); }
.ap-btn[data-kind='approve'] { border-color: transparent; background: var(--ap-ok-solid); color: var(--ap-on-ok); }
.ap-btn[data-kind='approve']:hover { background: var(--ap-ok-hover); }
.ap-btn[data-kind='reject'] { border-color: var(--ap-no-line); color: var(--ap-no-ink); }
.ap-btn[data-kind='reject']:hover { background: var(--ap-no-wash); }
.ap-btn[data-kind='danger'] { border-color: transparent; background: var(--ap-no-solid); color: var(--ap-on-no); }
.ap-btn[data-kind='danger']:hover { background: var(--ap-no-hover); }
.ap-btn[data-kind='ghost'] { border-color: transparent; background: transparent; box-shadow: none; color: var(--ap-ink-2); }
.ap-btn[data-kind='ghost']:hover { background: var(--ap-hover); color: var(--ap-ink); }
.ap-btn[data-size='sm'] { min-block-size: var(--ap-control-sm); padding-inline: var(--ap-2); border-radius: var(--ap-r-sm); font-size: var(--ap-size-sm); gap: var(--ap-1); }
.ap-btn[data-size='icon'] { inline-size: var(--ap-control-sm); min-block-size: var(--ap-control-sm); flex: none; padding: 0; border-radius: var(--ap-r-sm); }
.ap-btn[data-wide] { inline-size: 100%; }
.ap-btn:disabled, .ap-btn[aria-disabled='true'] { border-color: var(--ap-line); background: var(--ap-well); box-shadow: none; color: var(--ap-ink-3); cursor: not-allowed; }
.ap-btn[data-kind='ghost']:disabled { border-color: transparent; background: transparent; opacity: 0.75; }
.ap-btn[aria-pressed='true'] { border-color: var(--ap-accent-line); background: var(--ap-accent-wash); color: var(--ap-accent-ink); }
.ap-chip { display: inline-flex; align-items: center; gap: 0.3em; flex-shrink: 0; max-inline-size: 100%; min-block-size: 1.375rem; padding: 0.125rem 0.5rem 0.125rem 0.4rem; padding-inline: 0.4rem 0.5rem; border: 1px solid var(--ap-line); border-radius: var(--ap-r-full); background: transparent; color: var(--ap-ink-2); font-size: var(--ap-size-xs); font-weight: var(--ap-medium); line-height: 1.3; }
.ap-chip > .ap-i { inline-size: 0.8125rem; block-size: 0.8125rem; }
.ap-chip[data-tone='ok'] { border-color: transparent; background: var(--ap-ok-wash); color: var(--ap-ok-ink); }
.ap-chip[data-tone='no'] { border-color: transparent; background: var(--ap-no-wash); color: var(--ap-no-ink); }
.ap-chip[data-tone='wait'] { border-color: transparent; background: var(--ap-wait-wash); color: var(--ap-wait-ink); }
.ap-chip[data-tone='accent'] { border-color: transparent; background: var(--ap-accent-wash); color: var(--ap-accent-ink); }
.ap-chip[data-fill] { border-color: transparent; }
.ap-chip[data-fill='no'] { background: var(--ap-no-solid); color: var(--ap-on-no); }
.ap-count { display: inline-grid; place-items: center; min-inline-size: 1.25rem; block-size: 1.25rem; padding-inline: 0.35rem; border-radius: var(--ap-r-full); background: var(--ap-press); color: var(--ap-ink-2); font-size: 0.6875rem; font-weight: var(--ap-strong); font-variant-numeric: tabular-nums; line-height: 1; }
.ap-face { display: inline-grid; place-items: center; inline-size: 1.75rem; block-size: 1.75rem; flex: none; border-radius: 50%; background: var(--ap-press); color: var(--ap-ink-2); font-size: 0.6875rem; font-weight: var(--ap-strong); letter-spacing: 0; line-height: 1; }
.ap-face[data-kind='you'] { background: var(--ap-accent-wash); color: var(--ap-accent-ink); }
.ap-face[data-size='sm'] { inline-size: 1.375rem; block-size: 1.375rem; font-size: 0.5625rem; }
.ap-facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: var(--ap-4) var(--ap-5); }
.ap-facts dt { color: var(--ap-ink-3); font-size: var(--ap-size-xs); font-weight: var(--ap-medium); }
.ap-facts dd { margin-block-start: 0.125rem; }
.ap-facts [data-wide] { grid-column: 1 / -1; }
.ap-figure { font-size: var(--ap-size-2xl); font-weight: var(--ap-strong); font-variant-numeric: tabular-nums; letter-spacing: -0.015em; line-height: var(--ap-lead-tight); white-space: nowrap; }
.ap-table { inline-size: 100%; border-collapse: collapse; font-size: var(--ap-size-sm); }
.ap-table :where(th, td) { padding: var(--ap-cell-y) var(--ap-3); border-block-end: 1px solid var(--ap-line); text-align: start; vertical-align: top; }
.ap-table :where(th, td):first-child { padding-inline-start: var(--ap-4); }
.ap-table :where(th, td):last-child { padding-inline-end: var(--ap-4); }
.ap-table thead th { background: var(--ap-well); color: var(--ap-ink-3); font-size: var(--ap-size-xs); font-weight: var(--ap-medium); }
.ap-table tbody th { font-weight: var(--ap-regular); }
.ap-table :where(tbody tr:last-child) > * { border-block-end-color: var(--ap-line-2); }
.ap-table tfoot :where(th, td) { border-block-end: 0; font-weight: var(--ap-strong); }
.ap-table [data-num] { text-align: end; font-variant-numeric: tabular-nums; }
.ap-table td[data-num] { white-space: nowrap; }
.ap-table .ap-sub { display: none; }
.ap-box { overflow: hidden; border: 1px solid var(--ap-line); border-radius: var(--ap-r-lg); background: var(--ap-sheet); }
.ap-doc { display: flex; gap: var(--ap-3); align-items: flex-start; padding: var(--ap-3) var(--ap-4); }
.ap-doc + .ap-doc { border-block-start: 1px solid var(--ap-line); }
.ap-doc > .ap-i { margin-block-start: 0.15rem; color: var(--ap-ink-3); }
.ap-doc a { font-weight: var(--ap-medium); }
.ap-quote { padding-inline-start: var(--ap-3); border-inline-start: 3px solid var(--ap-line-2); font-size: var(--ap-size-lg); line-height: var(--ap-lead-loose); max-inline-size: 68ch; }
.ap-change { display: grid; gap: 1px; background: var(--ap-line); line-height: var(--ap-lead-loose); }
.ap-change > * { padding: var(--ap-3) var(--ap-4); background: var(--ap-sheet); }
.ap-change del, .ap-change ins { padding-inline: 0.15em; border-radius: 3px; text-decoration-thickness: 1px; }
.ap-change del { background: var(--ap-no-wash); color: var(--ap-no-ink); }
.ap-change ins { background: var(--ap-ok-wash); color: var(--ap-ok-ink); text-decoration: none; font-weight: var(--ap-medium); }
.ap-field { display: grid; gap: var(--ap-1); align-content: start; }
.ap-field > label, .ap-field > .ap-name { font-size: var(--ap-size-sm); font-weight: var(--ap-medium); }
.ap-hint { color: var(--ap-ink-3); font-size: var(--ap-size-xs); }
.ap-need { color: var(--ap-ink-3); font-weight: var(--ap-regular); }
.ap-input { inline-size: 100%; min-block-size: var(--ap-control); padding: var(--ap-1) var(--ap-3); border: 1px solid var(--ap-edge); border-radius: var(--ap-r-md); background: var(--ap-float); transition: border-color var(--ap-fast); }
textarea.ap-input { min-block-size: calc(var(--ap-control) * 2); padding-block: var(--ap-2); resize: vertical; }
select.ap-input { appearance: none; padding-inline-end: var(--ap-8); background-image: linear-gradient(45deg, transparent 50%, var(--ap-ink-3) 50%), linear-gradient(-45deg, transparent 50%, var(--ap-ink-3) 50%); background-position: calc(100% - 17px) 50%, calc(100% - 12px) 50%; background-size: 5px 5px; background-repeat: no-repeat; text-overflow: ellipsis; }
[dir='rtl'] select.ap-input { background-position: 12px 50%, 17px 50%; }
.ap-input::placeholder { color: var(--ap-ink-3); opacity: 1; }
.ap-input:hover { border-color: var(--ap-ink-3); }
.ap-input:focus-visible { outline-offset: -1px; }
.ap-input[aria-invalid='true'] { border-color: var(--ap-no-solid); }
.ap-fault { display: flex; gap: var(--ap-1); color: var(--ap-no-ink); font-size: var(--ap-size-sm); font-weight: var(--ap-medium); }
.ap-fault > .ap-i { margin-block-start: 0.12rem; }
.ap-check { display: flex; gap: var(--ap-2); align-items: flex-start; min-block-size: 1.5rem; padding-block: calc((1.5rem - 1lh) / 2); cursor: pointer; }
.ap-check input { margin: calc((1lh - 1.125rem) / 2) 0 0; }
@media (pointer: coarse) { .ap-check { min-block-size: 2.75rem; padding-block: calc((2.75rem - 1lh) / 2); } }
.ap :where(input[type='checkbox'], input[type='radio']) { appearance: none; display: inline-grid; place-content: center; inline-size: 1.125rem; block-size: 1.125rem; flex: none; margin: 0; border: 1.5px solid var(--ap-edge); border-radius: var(--ap-r-xs); background: var(--ap-float); position: relative; cursor: pointer; }
.ap :where(input[type='radio']) { border-radius: 50%; }
.ap :where(input[type='checkbox'], input[type='radio'])::after { content: ''; position: absolute; inset: -0.3rem; }
.ap :where(input[type='checkbox'], input[type='radio']):hover { border-color: var(--ap-ink-3); }
.ap :where(input[type='checkbox'], input[type='radio'])::before { content: ''; inline-size: 0.6875rem; block-size: 0.6875rem; background: var(--ap-on-accent); clip-path: polygon(8% 52%, 21% 38%, 39% 56%, 79% 12%, 93% 25%, 40% 84%); opacity: 0; }
.ap :where(input[type='radio'])::before { inline-size: 0.5rem; block-size: 0.5rem; clip-path: circle(50%); }
.ap :where(input[type='checkbox'], input[type='radio']):checked { border-color: var(--ap-accent); background: var(--ap-accent); }
.ap :where(input[type='checkbox'], input[type='radio']):checked::before { opacity: 1; }
.ap :where(input[type='checkbox']):indeterminate::before { clip-path: inset(42% 15%); opacity: 1; }
.ap-choices { display: grid; gap: var(--ap-2); }
.ap-choice { position: relative; display: grid; grid-template-columns: auto 1fr; gap: 0 var(--ap-3); align-items: start; min-block-size: 2.75rem; padding: var(--ap-3) var(--ap-4); border: 1px solid var(--ap-line-2); border-radius: var(--ap-r-lg); background: var(--ap-float); cursor: pointer; transition: background-color var(--ap-fast), border-color var(--ap-fast); }
.ap-choice:hover { border-color: var(--ap-edge); }
.ap-choice input { inline-size: 1.25rem; block-size: 1.25rem; margin: 0.08rem 0 0; }
.ap-choice > span:first-of-type { font-weight: var(--ap-strong); }
.ap-choice > .ap-then { grid-column: 2; color: var(--ap-ink-2); font-size: var(--ap-size-sm); }
.ap-choice:has(:checked) { border-color: var(--ap-accent); background: var(--ap-accent-wash); box-shadow: inset 0 0 0 1px var(--ap-accent); }
.ap-choice:has(:focus-visible) { outline: var(--ap-ring); outline-offset: var(--ap-ring-gap); }
.ap-choice input:focus-visible { outline: none; }
.ap-choice[data-tone='ok'] { --ap-accent: var(--ap-ok-solid); --ap-accent-wash: var(--ap-ok-wash); accent-color: var(--ap-ok-solid); }
.ap-choice[data-tone='no'] { --ap-accent: var(--ap-no-solid); --ap-accent-wash: var(--ap-no-wash); accent-color: var(--ap-no-solid); }
.ap-who { display: grid; gap: var(--ap-3); }
.ap-who > li { display: grid; gap: var(--ap-2); }
.ap-who .ap-level { display: flex; gap: var(--ap-2); align-items: baseline; justify-content: space-between; color: var(--ap-ink-3); font-size: var(--ap-size-xs); font-weight: var(--ap-medium); }
.ap-person { display: grid; grid-template-columns: auto 1fr auto; gap: 0 var(--ap-2); align-items: center; }
.ap-person + .ap-person { margin-block-start: var(--ap-2); }
.ap-person > :nth-child(2) { min-inline-size: 0; line-height: 1.3; }
.ap-person small { display: block; color: var(--ap-ink-3); font-size: var(--ap-size-xs); }
.ap-mark { display: inline-grid; place-items: center; color: var(--ap-ink-3); }
.ap-mark[data-tone='ok'] { color: var(--ap-ok-ink); }
.ap-mark[data-tone='no'] { color: var(--ap-no-ink); }
.ap-mark[data-tone='wait'] { color: var(--ap-wait-ink); }
.ap-next { display: grid; gap: var(--ap-1); font-size: var(--ap-size-sm); }
.ap-next > li { display: flex; gap: var(--ap-2); color: var(--ap-ink-2); }
.ap-next > li > .ap-i { margin-block-start: 0.12rem; }
.ap-next b { color: var(--ap-ink); }
.ap-note { --n-ink: var(--ap-ink-2); display: flex; gap: var(--ap-2); padding: var(--ap-3) var(--ap-4); border: 1px solid var(--ap-line); border-radius: var(--ap-r-lg); background: var(--ap-well); color: var(--ap-ink); }
.ap-note > .ap-i { margin-block-start: 0.14rem; color: var(--n-ink); }
.ap-note > div { flex: 1; min-inline-size: 0; }
.ap-note b:first-child { color: var(--n-ink); }
.ap-note[data-tone='ok'] { --n-ink: var(--ap-ok-ink); border-color: var(--ap-ok-line); background: var(--ap-ok-wash); }
.ap-note[data-tone='no'] { --n-ink: var(--ap-no-ink); border-color: var(--ap-no-line); background: var(--ap-no-wash); }
.ap-note[data-tone='wait'] { --n-ink: var(--ap-wait-ink); border-color: var(--ap-wait-line); background: var(--ap-wait-wash); }
.ap-note[data-tone='accent'] { --n-ink: var(--ap-accent-ink); border-color: var(--ap-accent-line); background: var(--ap-accent-wash); }
.ap-why { display: flex; gap: var(--ap-2); align-items: flex-start; color: var(--ap-ink-2); }
.ap-why > .ap-i { margin-block-start: 0.14rem; color: var(--ap-ink-3); }
.ap-why b { color: var(--ap-ink); font-weight: var(--ap-medium); }
.ap-empty { display: grid; gap: var(--ap-2); justify-items: center; padding: var(--ap-12) var(--ap-6); text-align: center; color: var(--ap-ink-2); }
.ap-empty > .ap-badge { display: grid; place-items: center; inline-size: 3rem; block-size: 3rem; margin-block-end: var(--ap-2); border-radius: 50%; background: var(--ap-press); color: var(--ap-ink-2); }
.ap-empty > .ap-badge[data-tone='ok'] { background: var(--ap-ok-wash); color: var(--ap-ok-ink); }
.ap-empty h3 { color: var(--ap-ink); font-size: var(--ap-size-lg); }
.ap-empty p { max-inline-size: 38ch; text-wrap: pretty; }
.ap-keylist { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: var(--ap-1) var(--ap-8); }
.ap-keylist > div { display: flex; gap: var(--ap-3); align-items: center; justify-content: space-between; min-block-size: 2rem; }
.ap-keylist dd { display: flex; gap: var(--ap-1); flex: none; }
.ap-day { position: sticky; inset-block-start: 0; z-index: 1; padding-block: var(--ap-2); background: var(--ap-sheet); color: var(--ap-ink-3); font-size: var(--ap-size-xs); font-weight: var(--ap-strong); }
.ap-said { margin-block-start: var(--ap-1); color: var(--ap-ink-2); }
.ap-said::before { content: open-quote; }
.ap-said::after { content: close-quote; }
.ap-graph { overflow: auto; background: var(--ap-page); overscroll-behavior: contain; }
.ap-graph:focus-visible { outline-offset: -2px; }
.ap-frame { position: absolute; border: 1.5px solid var(--ap-line-2); border-radius: var(--ap-r-xl); background: var(--ap-veil); }
.ap-frame[data-kind='loop'] { border-style: dashed; border-color: var(--ap-edge); }
.ap-frame > .ap-tag { position: absolute; inset-block-start: 8px; inset-inline-start: 12px; display: inline-flex; gap: 5px; align-items: center; color: var(--ap-ink-2); font-size: var(--ap-size-xs); font-weight: var(--ap-medium); }
.ap-kind { display: grid; place-items: center; inline-size: 2.125rem; block-size: 2.125rem; flex: none; border-radius: var(--ap-r-md); background: var(--ap-accent-wash); color: var(--ap-accent-ink); }
.ap-kind[data-size='sm'] { inline-size: 1.75rem; block-size: 1.75rem; border-radius: var(--ap-r-sm); }
:where([data-type='system']) > .ap-kind, .ap-kind[data-type='system'] { background: var(--ap-press); color: var(--ap-ink-2); }
.ap-state > .ap-i { inline-size: 11px; block-size: 11px; stroke-width: 2.2; }
.ap-end { position: absolute; display: inline-flex; gap: 6px; align-items: center; justify-content: center; min-block-size: 32px; padding: 4px 14px 4px 10px; border: 1px solid var(--ap-line-2); border-radius: var(--ap-r-full); background: var(--ap-float); color: var(--ap-ink-2); font-size: var(--ap-size-xs); font-weight: var(--ap-strong); transform: translateX(-50%); }
.ap-end[data-tone='ok'] { border-color: var(--ap-ok-line); background: var(--ap-ok-wash); color: var(--ap-ok-ink); }
.ap-end[data-tone='no'] { border-color: var(--ap-no-line); background: var(--ap-no-wash); color: var(--ap-no-ink); }
.ap-tip { fill: var(--ap-edge); }
.ap-tip[data-later] { fill: color-mix(in oklab, var(--ap-edge) 50%, var(--ap-page)); }
.ap-tip[data-taken] { fill: var(--ap-ink); }
.ap-tip[data-kind='no'] { fill: var(--ap-no-solid); }
.ap-tip[data-kind='late'] { fill: var(--ap-wait-mark); }
.ap-tip[data-kind='again'] { fill: var(--ap-accent-ink); }
`;
