/**
 * Returns the value at a path with dots. Only own properties are followed; numbers name elements of arrays.
 */
export const payloadValueAt = (payload: unknown, path: string): unknown => {
  let at: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !has(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
};

/** Neither inherited properties nor the length of an array. */
const has = (found: object, name: string): boolean => Object.prototype.propertyIsEnumerable.call(found, name);

export type PayloadOperator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'contains' | 'exists';

type Comparison = (found: unknown, wanted: unknown) => boolean;

/** Numbers with numbers and texts with texts; nothing else has an order. */
const ordered =
  (isMet: (order: number) => boolean): Comparison =>
  (found, wanted) => {
    if (typeof found === 'number' && typeof wanted === 'number') return isMet(found - wanted);
    if (typeof found === 'string' && typeof wanted === 'string') {
      return isMet(found < wanted ? -1 : Number(found > wanted));
    }
    return false;
  };

/** The comparisons of payloads. On a missing path all are false except neq and `exists: false` (D64). */
export const payloadComparisons: Readonly<Record<PayloadOperator, Comparison>> = {
  eq: (found, wanted) => found !== undefined && found === wanted,
  neq: (found, wanted) => found !== wanted,
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  in: (found, wanted) => found !== undefined && Array.isArray(wanted) && wanted.includes(found),
  contains: (found, wanted) => {
    if (typeof found === 'string') return typeof wanted === 'string' && found.includes(wanted);
    return Array.isArray(found) && found.includes(wanted);
  },
  exists: (found, wanted) => (found !== undefined) === (wanted !== false),
};
