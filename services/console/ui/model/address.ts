/** An address after its path, as the router has read it. */
export type Search = Readonly<Record<string, unknown>>;

/** Returns a text of the address; numbers in it are read as such by the router. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? value.toString()
      : undefined;

type Given<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Returns what has a value: the rest stands in no address. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
