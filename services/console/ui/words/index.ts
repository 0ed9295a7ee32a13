import { texts, type Words } from './en.ts';

export const words: Words = texts;

/** Returns the words of a value; the value itself if there are none, because newer APIs may add values. */
export const wordOf = (known: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(known, value) ? (known[value] ?? value) : value;
