import { texts, type Words } from './en.ts';

export const words: Words = texts;

/** The words of a value that newer APIs may have added to; the value itself where there are none. */
export const wordOf = (known: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(known, value) ? (known[value] ?? value) : value;
