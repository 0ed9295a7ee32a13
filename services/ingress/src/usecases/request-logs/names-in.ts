import { isReference, isUuid } from '@loyalty/kernel';

/** The values in a request log by which it can name a member. */
export interface NamesIn {
  /** Texts and integers that can be references (D9, D63). */
  readonly references: ReadonlySet<string>;
  /** UUIDs, in lower case. */
  readonly ids: ReadonlySet<string>;
}

/** Finds the names in parsed JSON. Property names, and texts that only contain a reference, are none: erasure leaves them elsewhere too. */
export const namesIn = (values: readonly unknown[]): NamesIn => {
  const texts = new Set(textsIn(values));
  const ids = [...texts].filter(isUuid).map((id) => id.toLowerCase());
  return { references: texts, ids: new Set(ids) };
};

/** The list grows while the loop walks it. */
const textsIn = function* (roots: readonly unknown[]): Generator<string> {
  const values = [...roots];
  for (const value of values) {
    const text = Number.isInteger(value) ? String(value) : value;
    if (typeof text === 'string' && isReference(text)) yield text;
    values.push(...membersOf(value));
  }
};

/** At most as many as 16 KiB of JSON have: few enough to spread. */
const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Returns the decoded segments of a path; a malformed one as it is. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').map(decoded);

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
