/**
 * JSON in which a reference is replaced wherever it stands as a value: as a string, or as an integer, which can be an identity
 * too (D63). Names of members are left, and so are texts that only contain it. What is no JSON is null: nobody can say what it
 * holds.
 */
export const replaceReference = (json: Buffer, reference: string, by: string): Buffer | null => {
  try {
    return Buffer.from(JSON.stringify(replaced(JSON.parse(json.toString()), reference, by)));
  } catch {
    return null;
  }
};

const replaced = (value: unknown, reference: string, by: string): unknown => {
  if (typeof value === 'object' && value !== null) return replacedWithin(value, reference, by);
  return value === reference || (Number.isInteger(value) && String(value) === reference) ? by : value;
};

const replacedWithin = (value: object, reference: string, by: string): unknown =>
  Array.isArray(value)
    ? value.map((item) => replaced(item, reference, by))
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, replaced(member, reference, by)]),
      );
