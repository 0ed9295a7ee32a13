/** Control characters, and marks that turn the direction of text, which could make one text look like another. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Returns data with every character visible: `U+202E` in brackets in place of a mark. */
export const shownText = (text: string): string =>
  text.replace(unseen, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);

/** The marks of {@link unseen} without the ends of lines. */
const unseenInLines = /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Returns JSON or code with invisible marks written as `\u202e`. The meaning is the same, and its appearance
 * misleads nobody.
 */
export const withMarksEncoded = (code: string): string =>
  code.replace(unseenInLines, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** Letters that are written from right to left. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns data for the middle of a sentence. Right-to-left text does not change the direction of the text
 * around it.
 */
export const namedText = (text: string): string => {
  const shown = shownText(text);
  return fromRight.test(shown) ? `\u2068${shown}\u2069` : shown;
};

/** Returns at most two letters for a square next to a name; empty if the name has none. */
export const lettersOf = (name: string): string => {
  const letters = name.split(/\s+/).flatMap((part) => /\p{L}|\p{N}/u.exec(part)?.[0] ?? []);
  const ends = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  return ends.join('').toUpperCase();
};
