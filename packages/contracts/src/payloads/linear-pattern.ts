import { RE2JS } from 're2js';

/** A pattern that is matched in time proportional to the text. */
export interface LinearPattern {
  /** The most steps that one character may cost. */
  readonly size: number;
  test(text: string): boolean;
}

/**
 * Compiles a pattern in JavaScript's syntax, as far as RE2 has it, matched anywhere in a text. Null for anything else:
 * look-around, back-references, more than 1,000 repetitions, invalid syntax.
 */
export const linearPatternOf = (source: string): LinearPattern | null => {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch {
    return null;
  }
};
