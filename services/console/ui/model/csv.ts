type CsvValue = string | number | boolean | null;

export interface CsvColumn<Row> {
  readonly head: string;
  readonly value: (row: Row) => CsvValue;
}

/**
 * Returns a file of comma-separated values by RFC 4180, whose first row has the heads. It begins with the mark
 * of UTF-8, without which spreadsheets read accents wrongly.
 */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

const cellOf = (value: CsvValue): string => {
  const text = value === null ? '' : inert(value.toString());
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Spreadsheets run a text as a formula if it begins with one of these; an apostrophe makes it a text. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/;

/** A negative number is no formula. */
const isNumber = /^-?\d+(\.\d+)?$/;

const inert = (text: string): string => (runs.test(text) && !isNumber.test(text) ? `'${text}` : text);
