/** The query of an address, as the router has read it. */
export type Search = Readonly<Record<string, unknown>>;

/** Returns a text of the address. The router reads texts that look like numbers as numbers. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? value.toString()
      : undefined;

type Given<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Returns the members that have a value; the others are left out of the address. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
