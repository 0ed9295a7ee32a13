/**
 * Replaces a reference wherever it is a value in JSON: a string, or an integer, which can be a reference too (D63). Property names
 * stay, and so do texts that only contain it. Returns null if `json` is no JSON, because nobody can tell what it contains.
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
