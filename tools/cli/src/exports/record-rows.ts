import { stringify } from 'csv-stringify/sync';

export interface RowFormat {
  readonly format: 'ndjson' | 'csv';
  /** The columns of a CSV, which are paths into a record. */
  readonly columns: readonly string[];
  /** True for a CSV that people open: texts that would be formulas get an apostrophe. */
  readonly isSpreadsheet: boolean;
}

type Cell = string | number | boolean | null;

/** Returns the text before the first row. It is empty for NDJSON. */
export const headOf = ({ format, columns, isSpreadsheet }: RowFormat): string =>
  format === 'csv' ? `${isSpreadsheet ? '\uFEFF' : ''}${stringify([[...columns]])}` : '';

/** A record as a line of the file, with its end. */
export const rowOf = (record: object, { format, columns, isSpreadsheet }: RowFormat): string => {
  if (format === 'ndjson') return `${JSON.stringify(record)}\n`;
  const cells = columns.map((column) => cellOf(column, valueAt(record, column.split('.'))));
  return stringify([isSpreadsheet ? cells.map(inertCell) : cells], { cast: { boolean: String } });
};

const valueAt = (record: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return record;
  return typeof record === 'object' && record !== null
    ? valueAt((record as Readonly<Record<string, unknown>>)[name], rest)
    : undefined;
};

/** Lots and segments are written as `members import` reads them. */
const cellOf = (column: string, value: unknown): Cell => {
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (column === 'segmentIds') return value.join('|');
    if (column === 'lots') return (value as readonly WrittenLot[]).map(lotText).join('|');
  }
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
};

interface WrittenLot {
  readonly points: number;
  readonly expiresAt?: string;
  readonly slidingDays?: number;
}

const lotText = ({ points, expiresAt, slidingDays = 0 }: WrittenLot): string =>
  `${points.toString()}@${expiresAt ?? `${slidingDays.toString()}d`}`;

const inertCell = (cell: Cell): Cell =>
  typeof cell === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
