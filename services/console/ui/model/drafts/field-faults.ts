/** Messages by the JSON pointer of the part of a body that they are about. */
export type FieldFaults = ReadonlyMap<string, string>;

export const noFaults: FieldFaults = new Map();

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'pointer' in value && 'message' in value;

/** Returns what a problem says about fields. Only the first message of a field is kept. */
export const faultsOf = (context: unknown): FieldFaults => {
  if (typeof context !== 'object' || context === null || !('errors' in context)) return noFaults;
  const errors: unknown = context.errors;
  const found = Array.isArray(errors) ? errors.filter(isFault) : [];
  return new Map(found.toReversed().map(({ pointer, message }) => [pointer, message]));
};

/**
 * Returns faults for a value that another object already has, for which the API names the field without a
 * message.
 */
export const takenFaults = (context: unknown, message: string): FieldFaults =>
  typeof context === 'object' && context !== null && 'field' in context && typeof context.field === 'string'
    ? new Map([[`/${context.field}`, message]])
    : noFaults;

/** Returns the message of a field, or of anything within it. */
export const faultAt = (faults: FieldFaults, pointer: string): string | null => {
  const own = faults.get(pointer);
  if (own !== undefined) return own;
  for (const [at, message] of faults) if (at.startsWith(`${pointer}/`)) return message;
  return null;
};

/** Returns the faults that no field of a form shows, so that the form shows them itself. */
export const faultsWithoutField = (faults: FieldFaults, shown: readonly string[]): readonly Fault[] =>
  [...faults]
    .filter(([at]) => !shown.some((pointer) => at === pointer || at.startsWith(`${pointer}/`)))
    .map(([pointer, message]) => ({ pointer, message }));
