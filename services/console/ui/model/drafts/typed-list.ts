/** Returns the items of a text with one on each line. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the items of pasted text: a column, a row of a sheet, or a list with commas or semicolons. */
export const listOfPaste = (text: string): readonly string[] =>
  text
    .split(/[\r\n\t,;]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
