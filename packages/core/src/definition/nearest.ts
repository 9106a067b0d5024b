/** The nearest known name, for messages about unknown ones. */

/** Longer names are not compared: the work grows with the square of the length. */
const LONGEST = 80;
const MOST_NAMES = 500;

/** Returns `; did you mean "x"?` for the nearest name; empty if none is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === null ? '' : `; did you mean "${near}"?`;
}

/** Returns the known name with the fewest different characters, or null if none is near. */
export function nearest(name: string, known: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  let best: string | null = null;
  let least = Math.min(3, Math.max(1, Math.floor(name.length / 3))) + 1;
  let compared = 0;
  const wanted = name.toLowerCase();
  for (const it of known) {
    if ((compared += 1) > MOST_NAMES) break;
    if (it === name || it.length > LONGEST || Math.abs(it.length - name.length) >= least) continue;
    const distance = distanceOf(wanted, it.toLowerCase());
    if (distance < least) [best, least] = [it, distance];
  }
  return best;
}

/**
 * Insertions, deletions, replacements and swaps of neighbors that lead from one text to the other.
 */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const replaced = (row[j - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
