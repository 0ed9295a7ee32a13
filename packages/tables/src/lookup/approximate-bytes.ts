/** Bytes of V8's objects on 64 bits, as measured on configurations; see the test of this file. */
const costs = { text: 24, number: 8, object: 24, member: 8, listed: 8, keyed: 40, other: 64 } as const;

/**
 * Returns about how many bytes a value takes in memory: objects, lists, sets, maps and bytes, with all that is in them. What is in
 * several places counts each time. A function counts little, whatever it holds.
 */
export const approximateBytes = (value: unknown): number => {
  let bytes = 0;
  const left: unknown[] = [value];
  while (left.length > 0) bytes += ownBytes(left.pop(), left);
  return bytes;
};

/** Returns the bytes of a value without its members, and adds those to `left`. */
const ownBytes = (value: unknown, left: unknown[]): number => {
  if (typeof value === 'string') return costs.text + value.length;
  if (typeof value !== 'object' || value === null) return costs.number;
  if (Array.isArray(value)) return addAll(left, value) * costs.listed + costs.object;
  if (value instanceof Set) return addAll(left, value) * costs.keyed + costs.other;
  if (value instanceof Map)
    return addAll(left, value.values()) + addAll(left, value.keys()) * costs.keyed + costs.other;
  if (ArrayBuffer.isView(value)) return costs.other + value.byteLength;
  return addAll(left, Object.values(value)) * costs.member + costs.object;
};

/** Returns the number of added values. */
const addAll = (left: unknown[], values: Iterable<unknown>): number => {
  const before = left.length;
  for (const value of values) left.push(value);
  return left.length - before;
};
