import { Fault, isReference, isUuid } from '@loyalty/kernel';
import { readRecord, separatorOf } from '../files/csv-record.ts';
import { isRoundedNumber } from '../files/list-faults.ts';
import type { Listed } from '../files/list-reader.ts';

/** A reference that a line of the file gives to a member. */
export interface Link {
  readonly line: number;
  readonly text: string;
  /** The member's id, or any reference that the member has. */
  readonly member: string;
  readonly reference: string;
  /** Undefined: stays as it is. */
  readonly kind?: string;
  readonly state?: LinkState;
}

type LinkState = (typeof states)[number];

export interface FaultyLink {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

const states = ['ACTIVE', 'EARN_ONLY', 'BLOCKED'] as const;
const names = ['member', 'reference', 'kind', 'state'] as const;

type Column = (typeof names)[number];

/** The longest text of `kind`, as the API has it. */
const kindMax = 32;

/**
 * Reads links from the lines of a CSV whose first line names the columns. A reference that comes twice is a fault of
 * the second line, because nobody knows whose it is.
 */
export class LinkReader {
  readonly #lineOf = new Map<string, number>();
  #separator = ',';
  #columns: readonly Column[] | null = null;

  /** Returns what the lines say. Throws a Fault if the first line of the file does not name the columns. */
  read(lines: readonly Listed[]): {
    readonly links: readonly Link[];
    readonly faulty: readonly FaultyLink[];
  } {
    const links: Link[] = [];
    const faulty: FaultyLink[] = [];
    for (const line of lines) {
      if (this.#columns === null) this.#columns = this.#columnsOf(line.text);
      else if (line.text.trim() !== '') {
        const read = this.#linkOf(line, this.#columns);
        if (typeof read === 'string') faulty.push({ line: line.line, text: line.text, message: read });
        else links.push(read);
      }
    }
    return { links, faulty };
  }

  #columnsOf(text: string): readonly Column[] {
    const header = text.replace(/^\uFEFF/, '');
    this.#separator = separatorOf(header);
    const cells = header.split(this.#separator).map(unquoted);
    const unknown = cells.filter((cell) => !isColumn(cell));
    const missing = ['member', 'reference'].filter((name) => !cells.includes(name));
    if (missing.length === 0 && unknown.length === 0 && new Set(cells).size === cells.length)
      return cells.filter(isColumn);
    const found = unknown.length === 0 ? '' : ` It has ${unknown.map((cell) => `«${cell}»`).join(', ')}.`;
    throw new Fault(
      'NO_LINKS',
      `The first line must name the columns: member and reference, and kind and state if you have them.${found} Nothing was sent.`,
    );
  }

  #linkOf({ line, text }: Listed, columns: readonly Column[]): Link | string {
    const record = readRecord(text, this.#separator, 'every column');
    if (record.outcome !== 'read')
      return 'has a quotation mark in it: put the cell in "…" and double the mark inside';
    if (record.fields.length !== columns.length)
      return `has ${record.fields.length.toString()} columns, but the first line has ${columns.length.toString()}`;
    const cells = new Map(columns.map((name, at) => [name, record.fields[at]?.trim() ?? '']));
    const cellOf = (name: Column): string => cells.get(name) ?? '';
    const [member, reference, kind, state] = names.map(cellOf) as [string, string, string, string];
    const fault = faultOf({ member, reference, kind, state }) ?? this.#repeatOf(reference, line);
    if (fault !== null) return fault;
    return {
      line,
      text,
      member,
      reference,
      ...(kind !== '' && { kind }),
      ...(isState(state) && { state }),
    };
  }

  #repeatOf(reference: string, line: number): string | null {
    const earlier = this.#lineOf.get(reference);
    if (earlier !== undefined)
      return `has the reference of line ${earlier.toString()}: a reference belongs to one member`;
    this.#lineOf.set(reference, line);
    return null;
  }
}

const unquoted = (cell: string): string => cell.trim().replaceAll(/^"|"$/g, '');

const isColumn = (name: string): name is Column => (names as readonly string[]).includes(name);

const isState = (text: string): text is LinkState => (states as readonly string[]).includes(text);

/** Returns the end of a sentence that begins with the line. */
const faultOf = ({ member, reference, kind, state }: Record<Column, string>): string | null => {
  for (const [name, value] of [
    ['member', member],
    ['reference', reference],
  ] as const) {
    if (value === '') return `has no ${name}`;
    if (isRoundedNumber(value))
      return `has a ${name} that a spreadsheet has rounded (${value}): save the column as text`;
    if (!isUuid(value) && !isReference(value)) return `has a ${name} that is no reference`;
  }
  if (member === reference) return 'gives a reference to itself';
  if (kind.length > kindMax) return `has a kind of more than ${kindMax.toString()} characters`;
  if (state !== '' && !isState(state)) return `has a state that is none of ${states.join(', ')}`;
  return null;
};
