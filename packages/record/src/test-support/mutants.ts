/** Bundles that are broken at random. */
import fc from 'fast-check';
import { COMPLETE, type Data, INTACT, canonical, dataOf, linesOf, sealed } from './forge.js';

const encoder = new TextEncoder();

/** Bytes that are flipped, taken out or put in anywhere. */
export const byBytes = fc
  .tuple(
    fc.constantFrom(INTACT, COMPLETE),
    fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 0, max: 255 }), fc.nat(2)), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([bundle, edits]) => {
    const bytes = [...encoder.encode(bundle)];
    for (const [at, byte, kind] of edits)
      bytes.splice(at % bytes.length, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : [byte]));
    return Uint8Array.from(bytes);
  });

/** Lines that are taken out, doubled or moved. The end line may fit again. */
export const byLines = fc
  .tuple(
    fc.constantFrom(INTACT, COMPLETE),
    fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(2)), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([bundle, edits, fits]) => {
    const lines = linesOf(bundle);
    for (const [from, to, kind] of edits) {
      const line = lines[from % lines.length] ?? '';
      if (kind !== 0) lines.splice(from % lines.length, 1);
      if (kind !== 1) lines.splice(to % (lines.length + 1), 0, line);
      if (lines.length === 0) break;
    }
    return fits
      ? sealed(lines.filter((it) => !it.startsWith('{"end"')))
      : lines.map((it) => `${it}\n`).join('');
  });

/** A value somewhere in a line, or in the JSON that a line holds as text, becomes another. */
export const byValues = fc
  .tuple(
    fc.constantFrom(INTACT, COMPLETE),
    fc.nat(100),
    fc.array(fc.nat(20), { maxLength: 8 }),
    fc.jsonValue(),
    fc.nat(3),
  )
  .map(([bundle, line, path, value, kind]) => {
    const data = dataOf(bundle).slice(0, -1);
    const at = line % data.length;
    data[at] = changed(data[at], path, value, kind) as Data;
    return sealed(data.map(canonical));
  });

function changed(it: unknown, [next, ...path]: readonly number[], value: unknown, kind: number): unknown {
  if (next === undefined) return value;
  if (typeof it === 'string') {
    const parsed = /^[[{]/.test(it) ? (JSON.parse(it) as unknown) : undefined;
    if (parsed !== undefined) return canonical(changed(parsed, path, value, kind));
    return kind === 0 ? `${it}${it}` : it.slice(0, next) + it.slice(next + 1);
  }
  if (typeof it !== 'object' || it === null) return value;
  const keys = Object.keys(it);
  const key = keys[next % Math.max(keys.length, 1)] ?? 'more';
  const old = it as Data;
  if (Array.isArray(it))
    return it.map((item: unknown, index) =>
      String(index) === key ? changed(item, path, value, kind) : item,
    );
  if (kind === 1) return Object.fromEntries(Object.entries(old).filter(([name]) => name !== key));
  const copy = { ...old, [key]: changed(old[key], path, value, kind) };
  return kind === 2 ? { ...copy, more: value } : copy;
}

export const anything = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }));
