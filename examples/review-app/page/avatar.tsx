import type { CSSProperties } from 'react';

/** Initials on a color that is stable for a name. Decorative: the name stands beside it. */
export function Avatar({ name }: { readonly name: string }) {
  const initials = name
    .split(' ')
    .map((it) => it.charAt(0))
    .join('')
    .slice(0, 2);
  // The golden angle keeps names that differ little apart.
  const hue = Array.from(name).reduce((sum, it) => sum + (it.codePointAt(0) ?? 0), 0) * 137.508;
  return (
    <span className="avatar" aria-hidden="true" style={{ '--hue': hue } as CSSProperties}>
      {initials}
    </span>
  );
}
