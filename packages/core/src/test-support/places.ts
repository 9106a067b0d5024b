/** Places of values in a JSON value, so that tests change each of them. */
type Json = Record<string | number, unknown>;
export type Place = readonly (string | number)[];

/** Paths of all values below `json`. */
export function placesIn(json: unknown, at: Place = []): Place[] {
  if (typeof json !== 'object' || json === null) return [];
  const keys = Array.isArray(json) ? json.map((_, index) => index) : Object.keys(json);
  return keys.flatMap((key) => [[...at, key], ...placesIn((json as Json)[key], [...at, key])]);
}

export function parentOf(json: object, place: Place): Json {
  return place.slice(0, -1).reduce<Json>((it, key) => it[key] as Json, json as Json);
}

export const keyOf = (place: Place): string | number => place.at(-1) ?? '';

export function without(json: object, place: Place): void {
  const parent = parentOf(json, place);
  if (Array.isArray(parent)) parent.splice(Number(keyOf(place)), 1);
  else Reflect.deleteProperty(parent, keyOf(place));
}

export const has = (json: object, place: Place): boolean =>
  placesIn(json).some((it) => it.join('/') === place.join('/'));
