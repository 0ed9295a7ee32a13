/** JSON, in the form of a body. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** No name of our bodies has a character that pointers escape. */
const namesOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

/** Returns the value at a JSON pointer; undefined if there is none. */
export const valueAt = (draft: Json, pointer: string): Json | undefined => {
  let found: Json | undefined = draft;
  for (const name of namesOf(pointer)) {
    if (isJsonList(found)) found = found[Number(name)];
    else if (isJsonObject(found)) found = found[name];
    else return undefined;
  }
  return found;
};

export const textAt = (draft: Json, pointer: string): string => {
  const value = valueAt(draft, pointer);
  return typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : '';
};

export const listAt = (draft: Json, pointer: string): readonly Json[] => {
  const value = valueAt(draft, pointer);
  return isJsonList(value) ? value : [];
};

/** Returns the items of a list as texts; an item that is not a text is returned as JSON. */
export const textsAt = (draft: Json, pointer: string): readonly string[] =>
  listAt(draft, pointer).map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));

/**
 * Returns the draft with another value at the pointer. Undefined removes the value; in a list the following
 * items move up.
 */
export const withValue = <Whole extends Json>(
  draft: Whole,
  pointer: string,
  value: Json | undefined,
): Whole =>
  // It has the shape that the whole had: a list stays a list, an object an object.
  changed(draft, namesOf(pointer), value) as Whole;

const changed = (
  whole: Json | undefined,
  names: readonly string[],
  value: Json | undefined,
): Json | undefined => {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (isJsonList(whole)) {
    const at = Number(name);
    const item = changed(whole[at], rest, value);
    return item === undefined ? whole.toSpliced(at, 1) : whole.toSpliced(at, 1, item);
  }
  const object = isJsonObject(whole) ? whole : {};
  const inner = changed(object[name], rest, value);
  const others = Object.entries(object).filter(([other]) => other !== name);
  if (inner === undefined) return Object.fromEntries(others);
  // A member that was there keeps its place.
  return Object.hasOwn(object, name)
    ? Object.fromEntries(Object.entries(object).map(([other, old]) => [other, other === name ? inner : old]))
    : Object.fromEntries([...others, [name, inner]]);
};

/** Returns true if both have the same content, in any order of names. */
export const isSameJson = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: Json | undefined): Json | undefined => {
  if (isJsonList(value)) return value.map((item) => sorted(item) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
};
