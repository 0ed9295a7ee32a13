import type { FieldError, HttpSchemas } from '@loyalty/contracts/http';
import { Fault } from '@loyalty/kernel';

type ImportLine = HttpSchemas['ImportLine'];
type ColumnName =
  Exclude<keyof ImportLine, 'purchases'> | `purchases.${keyof NonNullable<ImportLine['purchases']>}`;

type CellValue =
  | { readonly outcome: 'read'; readonly value: unknown }
  | { readonly outcome: 'faulty'; readonly message: string };
type ReadCell = (text: string) => CellValue;

const read = (value: unknown): CellValue => ({ outcome: 'read', value });
const faulty = (message: string): CellValue => ({ outcome: 'faulty', message });

const text: ReadCell = read;

const reference: ReadCell = (cell) =>
  /^\d([.,]\d+)?E\+\d+$/i.test(cell)
    ? faulty('is a number that a spreadsheet has rounded: save the column as text')
    : read(cell);

/** Separators of thousands and decimals are refused, because their meaning depends on a country. */
const wholeNumber: ReadCell = (cell) => {
  const value = Number(cell);
  if (value < 0) return faulty('must not be negative');
  return /^\d+$/.test(cell.trim()) && Number.isSafeInteger(value)
    ? read(value)
    : faulty('must be a whole number without separators, such as 1200');
};

/** A spreadsheet writes it in capitals. */
const truth: ReadCell = (cell) => {
  const word = cell.trim().toLowerCase();
  return word === 'true' || word === 'false' ? read(word === 'true') : faulty('must be true or false');
};

const lots: ReadCell = (cell) => {
  const found = listed(cell).map(lotOf);
  return found.includes(null)
    ? faulty('must be points and their date or days, such as 500@2027-12-31|200@365d')
    : read(found);
};

const lotOf = (pair: string): object | null => {
  const [, points = '', end = ''] = /^(\d{1,15})@(\S+)$/.exec(pair) ?? [];
  if (end === '') return null;
  const [, days] = /^(\d{1,9})d$/.exec(end) ?? [];
  return days === undefined
    ? { points: Number(points), expiresAt: end }
    : { points: Number(points), slidingDays: Number(days) };
};

const list: ReadCell = (cell) => read(listed(cell));

const listed = (cell: string): string[] => cell.split('|').map((item) => item.trim());

const json: ReadCell = (cell) => {
  try {
    return read(JSON.parse(cell));
  } catch {
    return faulty('must be JSON, as the API takes it');
  }
};

/** Cards alone are a list; their kinds and states take JSON. */
const references: ReadCell = (cell) => {
  if (cell.trimStart().startsWith('[')) return json(cell);
  const found = listed(cell).map(reference);
  return (
    found.find(({ outcome }) => outcome === 'faulty') ??
    read(listed(cell).map((name) => ({ reference: name })))
  );
};

/** All fields of a line; the compiler names one that is missing. */
const cells: Readonly<Record<ColumnName, ReadCell>> = {
  externalRef: reference,
  references,
  id: text,
  name: text,
  email: text,
  phone: text,
  enrolledAt: text,
  lastActivityAt: text,
  isSuspended: truth,
  balance: wholeNumber,
  lots,
  lifetimePoints: wholeNumber,
  'purchases.spendCents': wholeNumber,
  'purchases.count': wholeNumber,
  'purchases.lastOn': text,
  segmentIds: list,
  consents: json,
  stampCards: json,
  createdAt: text,
  updatedAt: text,
};

const isColumnName = (name: string): name is ColumnName => Object.hasOwn(cells, name);

/** The field that each column of a file means; null for one that is left out. */
export type MemberColumns = readonly (ColumnName | null)[];

/**
 * Returns the fields of a header's names, of which some are renamed; a new name that is empty leaves the column
 * out. Throws a Fault for a name that is no field, or comes twice, and if there is no reference.
 */
export const columnsOf = (header: readonly string[], renamed: ReadonlyMap<string, string>): MemberColumns => {
  const columns = header.map((cell) => fieldOf(cell.trim(), renamed));
  for (const [at, column] of columns.entries())
    if (column !== null && columns.indexOf(column) !== at)
      throw new Fault('NO_MEMBERS', `Two columns are ${column}: leave one out with --columns NAME=.`);
  if (columns.includes('externalRef')) return columns;
  throw new Fault(
    'NO_MEMBERS',
    'No column is externalRef. The first line must name the columns: pass --columns NAME=externalRef for one of another name.',
  );
};

const fieldOf = (name: string, renamed: ReadonlyMap<string, string>): ColumnName | null => {
  const field = renamed.get(name) ?? name;
  if (field === '') return null;
  if (isColumnName(field)) return field;
  throw new Fault(
    'NO_MEMBERS',
    `The column «${name}» is no field of a member: pass --columns ${name}=FIELD, or --columns ${name}= to leave it out. ` +
      `The fields are ${Object.keys(cells).join(', ')}.`,
  );
};

/** Returns where a pointer leads in the file: the column if it has a name of its own, else the pointer. */
export const placeInFile = (pointer: string, renamed: ReadonlyMap<string, string>): string => {
  for (const [name, field] of renamed) {
    const own = pointerOf(field);
    if (pointer === own || pointer.startsWith(`${own}/`)) return `«${name}»`;
  }
  return pointer;
};

const pointerOf = (field: string): string => `/${field.replace('.', '/')}`;

interface ReadCells {
  /** The line as the API takes it. */
  readonly member: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
}

/** Reads the cells of a record; empty ones are absent. */
export const memberOf = (columns: MemberColumns, fields: readonly string[]): ReadCells => {
  const member: Record<string, unknown> = {};
  const purchases: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [at, column] of columns.entries()) {
    const cell = fields[at] ?? '';
    if (column === null || cell.trim() === '') continue;
    const found = cells[column](cell);
    const [name = '', inner] = column.split('.');
    if (found.outcome === 'faulty') errors.push({ pointer: pointerOf(column), message: found.message });
    else if (inner === undefined) member[name] = found.value;
    else purchases[inner] = found.value;
  }
  if (Object.keys(purchases).length > 0) member['purchases'] = purchases;
  return { member, errors };
};
