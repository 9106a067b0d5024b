const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A time in ms in its largest unit, such as `2 d` or `1.5 h`. */
export function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, it]) => ms >= it) ?? (['ms', 1] as const);
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}
