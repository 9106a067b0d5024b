/** Layout of the decision page, the inbox and the other pages. */
export const LAYOUT = `.ap-top { display: flex; gap: var(--ap-2) var(--ap-5); align-items: center; flex-wrap: wrap; min-block-size: 3.25rem; padding: var(--ap-2) var(--ap-4); }
@media (max-width: 40rem) { .ap-top .ap-tabs { order: 9; flex: 1 0 100%; } .ap-top .ap-logo { margin-inline-end: auto; } }
@media (pointer: coarse) { .ap-top .ap-nokeys { display: none; } }
.ap-logo { display: inline-flex; gap: var(--ap-2); align-items: center; font-weight: var(--ap-strong); color: var(--ap-ink); text-decoration: none; min-block-size: var(--ap-control); }
.ap-logo svg { inline-size: 1.5rem; block-size: 1.5rem; }
.ap-tabs { display: flex; gap: var(--ap-1); }
.ap-tabs a { display: inline-flex; gap: var(--ap-2); align-items: center; min-block-size: var(--ap-control-sm); padding-inline: var(--ap-3); border-radius: var(--ap-r-sm); color: var(--ap-ink-2); font-weight: var(--ap-medium); text-decoration: none; white-space: nowrap; }
.ap-tabs a:hover { background: var(--ap-hover); color: var(--ap-ink); }
.ap-tabs a[aria-current] { background: var(--ap-press); color: var(--ap-ink); }
.ap-group { position: sticky; inset-block-start: 0; z-index: 2; display: flex; gap: var(--ap-2); align-items: center; padding: var(--ap-2) var(--ap-4); background: var(--ap-page); color: var(--ap-ink-3); font-size: var(--ap-size-xs); font-weight: var(--ap-strong); }
.ap-group[data-tone='no'] { color: var(--ap-no-ink); }
.ap-item { position: relative; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--ap-3); margin-inline: var(--ap-2); padding: var(--ap-row-y) var(--ap-3) var(--ap-row-y) var(--ap-2); padding-inline: var(--ap-2) var(--ap-3); border-radius: var(--ap-r-md); }
.ap-item + .ap-item { margin-block-start: 1px; }
.ap-item:hover { background: var(--ap-hover); }
.ap-item[aria-current] { background: var(--ap-sheet); box-shadow: var(--ap-shadow-1), 0 0 0 1px var(--ap-line); }
.ap-item[aria-current]::before { content: ''; position: absolute; inset-block: 10px; inset-inline-start: -1px; inline-size: 3px; border-radius: 3px; background: var(--ap-accent); }
.ap-item-title { color: inherit; font-weight: var(--ap-medium); line-height: 1.35; text-decoration: none; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden; }
.ap-item[data-new] .ap-item-title { font-weight: var(--ap-strong); }
.ap-item-title::after { content: ''; position: absolute; inset: 0; border-radius: var(--ap-r-md); }
.ap-item-title:focus-visible { outline: none; }
.ap-item-title:focus-visible::after { outline: var(--ap-ring); outline-offset: -2px; }
.ap-item-sub { margin-block: 0.1rem 0.35rem; color: var(--ap-ink-2); font-size: var(--ap-size-sm); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ap-item-why { display: flex; gap: 0.3rem; align-items: center; min-block-size: 1.375rem; color: var(--ap-ink-3); font-size: var(--ap-size-xs); }
.ap-item-why > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ap-item-l { display: flex; gap: var(--ap-3); align-items: flex-start; justify-content: space-between; }
.ap-item-l > :first-child { min-inline-size: 0; }
.ap-item-l > :last-child:not(:first-child) { flex: none; }
.ap-item-sum { font-weight: var(--ap-medium); font-variant-numeric: tabular-nums; white-space: nowrap; }
.ref-frame .ap-group { position: static; }
.dp-top { display: flex; gap: var(--ap-3); align-items: center; justify-content: space-between; max-inline-size: 62rem; margin-inline: auto; padding: var(--ap-4); }
.dp-logo { display: inline-flex; gap: var(--ap-2); align-items: center; font-weight: var(--ap-strong); color: var(--ap-ink); }
.dp-logo svg { inline-size: 1.75rem; block-size: 1.75rem; }
.dp { display: grid; gap: var(--ap-4); max-inline-size: 62rem; margin-inline: auto; padding: 0 0 var(--ap-10); align-items: start; }
.dp-sheet { border-block: 1px solid var(--ap-line); background: var(--ap-sheet); }
.dp-part { display: grid; gap: var(--ap-3); padding: var(--ap-5) var(--ap-4); }
.dp-part + .dp-part { border-block-start: 1px solid var(--ap-line); }
.dp-part > h2 { font-size: var(--ap-size-sm); }
.dp h1 { font-size: var(--ap-size-2xl); letter-spacing: -0.015em; }
.dp .ap-figure { font-size: var(--ap-size-3xl); }
.dp-fold > summary { display: flex; gap: var(--ap-2); align-items: center; min-block-size: 2.75rem; padding-inline: var(--ap-4); border-radius: var(--ap-r-md); font-weight: var(--ap-medium); cursor: pointer; list-style: none; }
.dp-fold > summary::-webkit-details-marker { display: none; }
.dp-fold > summary > .ap-i:last-child { margin-inline-start: auto; color: var(--ap-ink-3); transition: rotate var(--ap-base) var(--ap-ease); }
.dp-fold[open] > summary > .ap-i:last-child { rotate: 180deg; }
.dp-fold { border-block-start: 1px solid var(--ap-line); }
.dp-fold > div { padding: 0 var(--ap-4) var(--ap-5); }
.dp-talk { display: grid; gap: var(--ap-4); }
.dp-talk > li { display: grid; grid-template-columns: auto 1fr; gap: 0 var(--ap-3); }
.dp-talk p { margin-block-start: 0.15rem; line-height: var(--ap-lead-loose); }
.dp-jump { position: sticky; inset-block-end: 0; z-index: var(--ap-z-sticky); display: flex; gap: var(--ap-3); align-items: center; justify-content: space-between; padding: var(--ap-3) var(--ap-4); border-block-start: 1px solid var(--ap-line); background: var(--ap-sheet); }
@media (max-height: 30rem) { .dp-jump { position: static; } }
.dp-answer { scroll-margin-block-start: var(--ap-3); }
.dp-answer h2, .dp-answer h4 { font-size: var(--ap-size-lg); }
.dp-form { display: grid; gap: var(--ap-4); }
@supports selector(:has(*)) { .dp-form [data-for] { display: none; } .dp-form:has([value='approve']:checked) [data-for~='approve'], .dp-form:has([value='reject']:checked) [data-for~='reject'], .dp-form:has([value='abstain']:checked) [data-for~='abstain'], .dp-form:not(:has([name='decision']:checked)) [data-for~='none'] { display: revert; } .dp-form:has([value='approve']:checked) .dp-fields[data-for] { display: grid; } }
.dp-fields { display: grid; gap: var(--ap-4); }
.dp-form .ap-btn:not([data-kind='ghost']) { min-block-size: 3rem; font-size: var(--ap-size-lg); }
.dp-form .ap-input, .dp .ap-input { font-size: max(16px, var(--ap-size-md)); min-block-size: 2.75rem; }
.dp-form textarea.ap-input { min-block-size: 5.5rem; }
.dp-foot { display: flex; gap: var(--ap-2); color: var(--ap-ink-3); font-size: var(--ap-size-sm); }
.dp-foot > .ap-i { margin-block-start: 0.1rem; }
.dp-end { display: grid; gap: var(--ap-4); padding: var(--ap-6) var(--ap-5); }
.dp-end > .dp-badge { display: grid; place-items: center; inline-size: 3rem; block-size: 3rem; border-radius: 50%; background: var(--ap-press); color: var(--ap-ink-2); }
.dp-badge[data-tone='ok'] { background: var(--ap-ok-wash); color: var(--ap-ok-ink); }
.dp-badge[data-tone='no'] { background: var(--ap-no-wash); color: var(--ap-no-ink); }
.dp-badge[data-tone='wait'] { background: var(--ap-wait-wash); color: var(--ap-wait-ink); }
.dp-end h4 { font-size: var(--ap-size-xl); letter-spacing: -0.01em; }
.dp-end p { max-inline-size: 46ch; }
.dp-receipt { display: grid; gap: var(--ap-2); padding: var(--ap-4); border-radius: var(--ap-r-lg); background: var(--ap-well); font-size: var(--ap-size-sm); }
.dp-receipt > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: var(--ap-2); }
.dp-receipt dt { color: var(--ap-ink-3); }
@media (max-width: 30rem) { .ap-table .ap-col-2 { display: none; } .ap-table .ap-sub { display: block; color: var(--ap-ink-3); font-size: var(--ap-size-xs); } }
@media (min-width: 40rem) { .dp { padding-inline: var(--ap-4); } .dp-sheet { border: 1px solid var(--ap-line); border-radius: var(--ap-r-xl); overflow: clip; } .dp-part { padding: var(--ap-6); } .dp-fold > summary { padding-inline: var(--ap-6); } .dp-fold > div { padding-inline: var(--ap-6); } }
@media (min-width: 60rem) { .dp { grid-template-columns: minmax(0, 1fr) 23rem; gap: var(--ap-5); } .dp-side { position: sticky; inset-block-start: var(--ap-4); } .dp-answer .dp-part { padding: var(--ap-5); } .dp-jump { display: none; } }
.ap-why > .ap-i { margin-block-start: 0.1rem; }
.pg { display: grid; gap: var(--ap-4); max-inline-size: 46rem; margin-inline: auto; padding: 0 0 var(--ap-10); }
.pg > h1 { padding: var(--ap-2) var(--ap-4) 0; font-size: var(--ap-size-2xl); }
.pg-views { display: flex; flex-wrap: wrap; gap: var(--ap-1); padding-inline: var(--ap-4); }
.pg-views a { display: inline-flex; align-items: center; min-block-size: var(--ap-control); padding-inline: var(--ap-3); border-radius: var(--ap-r-md); color: var(--ap-ink-2); font-weight: var(--ap-medium); text-decoration: none; }
.pg-views a:hover { background: var(--ap-hover); }
.pg-views a[aria-current] { background: var(--ap-press); color: var(--ap-ink); }
.pg .ap-group { position: static; padding-block: var(--ap-3) var(--ap-1); }
.pg .ap-item { grid-template-columns: minmax(0, 1fr); margin: 0 var(--ap-3) var(--ap-2); padding: var(--ap-4); border: 1px solid var(--ap-line); border-radius: var(--ap-r-lg); background: var(--ap-sheet); }
.pg .ap-item:hover { border-color: var(--ap-line-2); background: linear-gradient(var(--ap-hover), var(--ap-hover)) var(--ap-sheet); }
.pg .ap-item-title { font-size: var(--ap-size-lg); font-weight: var(--ap-strong); }
.pg .ap-item-sub { display: flex; flex-wrap: wrap; gap: 0 var(--ap-4); margin-block: var(--ap-1) var(--ap-2); white-space: normal; }
.pg .ap-item-l { flex-wrap: wrap; }
.pg .ap-item-why > span { white-space: normal; }
.pg-empty { padding: var(--ap-12) var(--ap-4); color: var(--ap-ink-2); text-align: center; }
.pg-form { display: grid; gap: var(--ap-4); }
.pg-form > button { justify-self: start; }
.pg-list { display: grid; gap: var(--ap-3); }
.pg-list > li { display: flex; flex-wrap: wrap; gap: var(--ap-2) var(--ap-4); align-items: center; justify-content: space-between; }
.dp .ap-figure { white-space: normal; }
.dp-question { white-space: pre-wrap; }
.dp-badge .ap-i { inline-size: 1.5rem; block-size: 1.5rem; }
.dp-end h1 { font-size: var(--ap-size-2xl); }
.dp-side { display: grid; gap: var(--ap-4); }
.dp-side > #side { display: grid; gap: var(--ap-4); }
.dp-side > [role='status']:has(> [hidden]) { position: absolute; }
h1[dir], .ap-item-title[dir], .ap-facts [dir], .ap-item-sub [dir] { text-align: match-parent; }
.dp .ap-table th { overflow-wrap: normal; }
.dp .ap-table th[data-num] { white-space: nowrap; }
.dp-version { gap: var(--ap-1); }
.dp-version .ap-mono { overflow-wrap: anywhere; }
.dp-end h2 { font-size: var(--ap-size-xl); letter-spacing: -0.01em; }
.dp .ap-table tbody tr:last-child > * { border-block-end: 0; }
.dp-more > .dp-part + .dp-fold, .dp-more > .dp-fold + .dp-part { border-block-start: 1px solid var(--ap-line); }
.dp-more > .dp-fold:first-child { border-block-start: 0; }
.pg-days { display: grid; gap: var(--ap-4); }
.pg-days + .ap-hint { margin-block-start: calc(-1 * var(--ap-2)); }
.pg-fresh:empty { position: absolute; }
.pg-fresh { position: sticky; inset-block-start: var(--ap-2); z-index: var(--ap-z-sticky); padding-inline: var(--ap-4); }
.pg-fresh .ap-btn { box-shadow: var(--ap-shadow-2); }
.pg-more { padding: var(--ap-3) var(--ap-4); }
.pg .ap-item-sub { color: var(--ap-ink-3); }
.ap-item-fact { color: var(--ap-ink); }
.ap-item-sub a { position: relative; z-index: 1; }
.ap-item[data-gone] .ap-item-title, .ap-item[data-gone] .ap-item-sum { color: var(--ap-ink-3); }
.pg .ap-item-sum { font-weight: var(--ap-strong); }
.pg .ap-empty h2 { font-size: var(--ap-size-lg); color: var(--ap-ink); }
[hidden] { display: none !important; }
@media (pointer: coarse) { .pg-views a, .ap-tabs a, .pg-list .ap-btn { min-block-size: 2.75rem; } }
@media (min-width: 40rem) { .pg { padding-inline: var(--ap-4); } .pg > h1, .pg-views, .pg .ap-group, .pg-fresh, .pg-more { padding-inline: 0; } .pg .ap-item { margin-inline: 0; } .pg-days { grid-template-columns: 1fr 1fr; } }
@media print { .dp-answer, .dp-jump, .ap-top nav { display: none; } }
`;
