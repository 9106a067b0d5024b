/** Applies the chosen color scheme before the page is drawn, so it is a classic script. */
{
  let kept = null;
  try {
    kept = localStorage.getItem('approval-site:theme');
  } catch {
    // Storage may be forbidden: the page then follows the system.
  }
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
}
