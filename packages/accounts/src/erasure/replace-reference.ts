/** Tells whether a text is the reference that has to go. */
export type IsReference = (text: string) => boolean;

/**
 * JSON in which a reference is replaced wherever it stands as a value: as a string, or as an integer, which can be an identity
 * too (D63). Names of members are left, and so are texts that only contain it. What is no JSON is null: nobody can say what it
 * holds.
 */
export const replaceReference = (json: Buffer, isReference: IsReference, by: string): Buffer | null => {
  try {
    return Buffer.from(JSON.stringify(replaced(JSON.parse(json.toString()), isReference, by)));
  } catch {
    return null;
  }
};

const replaced = (value: unknown, isReference: IsReference, by: string): unknown => {
  if (typeof value === 'string') return isReference(value) ? by : value;
  if (typeof value === 'number') return Number.isInteger(value) && isReference(String(value)) ? by : value;
  return typeof value === 'object' && value !== null ? replacedWithin(value, isReference, by) : value;
};

const replacedWithin = (value: object, isReference: IsReference, by: string): unknown =>
  Array.isArray(value)
    ? value.map((item) => replaced(item, isReference, by))
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, replaced(member, isReference, by)]),
      );
