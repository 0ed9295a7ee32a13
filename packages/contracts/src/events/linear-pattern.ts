import { RE2JS } from 're2js';

/** A pattern that is matched in time proportional to the text, whatever both are. */
export interface LinearPattern {
  /** How many steps each character may cost, at most. */
  readonly size: number;
  test(text: string): boolean;
}

/**
 * A pattern in the syntax of JavaScript, as far as RE2 has it, matched anywhere in a text; null for anything else:
 * look-around, back-references, more than 1,000 repetitions, nonsense.
 */
export const linearPatternOf = (source: string): LinearPattern | null => {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch {
    return null;
  }
};
