/** Refreshes parts of the page on live events, or by polling without them. */
export const LIVE = `let source;
let lost;
let asking;
/** Waits while the part has the focus or open details. */
const refresh = later(150, async () => {
  const part = document.querySelector('[data-live]');
  if (part === null || document.hidden) return;
  const isBusy = part.contains(document.activeElement) || part.querySelector('details[open]') !== null;
  if (isBusy) return void setTimeout(refresh, 2000);
  if (await swap(part.id, location.href)) {
    reveal();
    follow();
  }
});
/** Hidden pages hold no connection. */
function follow() {
  const url = document.querySelector('[data-live]')?.dataset.live;
  if (url === undefined || document.hidden) {
    source?.close();
    source = undefined;
    return;
  }
  if (url === '') {
    clearTimeout(asking);
    asking = setTimeout(() => (refresh(), follow()), 2000);
    return;
  }
  if (source !== undefined) return;
  source = new EventSource(url);
  source.addEventListener('change', () => refresh());
  source.addEventListener('open', () => {
    clearTimeout(lost);
    away(false);
  });
  source.addEventListener('error', () => {
    // A stream that returns at once was only renewed.
    clearTimeout(lost);
    lost = setTimeout(away, 3000, true);
    if (source?.readyState !== EventSource.CLOSED) return;
    source = undefined;
    setTimeout(() => (refresh(), follow()), 5000);
  });
}
document.addEventListener('visibilitychange', () => (refresh(), follow()));
follow();
`;
