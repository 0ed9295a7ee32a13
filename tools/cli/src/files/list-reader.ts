import { type CsvRecord, readRecord, recordAt } from './csv-record.ts';
import type { Line } from './line-splitter.ts';
import {
  headerText,
  isHeader,
  type ListedField,
  listFaultOf,
  type ListFormat,
  recordFaultOf,
} from './list-faults.ts';
import type { Reject } from './rejects-file.ts';

export interface Listed extends ListedField {
  readonly line: number;
}

export interface ListedLines {
  readonly listed: readonly Listed[];
  readonly rejects: readonly Reject[];
}

/**
 * Reads the first column of a CSV. A line that may have another meaning is rejected, with a text that says
 * what to do.
 */
export class ListReader {
  readonly #form: ListFormat;
  /** The lines of a record whose quotation mark is not closed yet. */
  #open: readonly Line[] = [];
  #hasBegun = false;
  /** The number of columns of the first line that is a record. */
  #columns: number | null = null;
  #furtherColumns = 0;

  constructor(form: ListFormat) {
    this.#form = form;
  }

  /** Returns how many of the listed lines have more columns than the one that is read. */
  get furtherColumns(): number {
    return this.#furtherColumns;
  }

  /** Returns the first line of a record that is not closed yet. */
  get openLine(): number | null {
    return this.#open[0]?.number ?? null;
  }

  /** Reads lines. Those of a record that is not closed yet are returned by a later call. */
  read(lines: readonly Line[]): ListedLines {
    return this.#take([...this.#open, ...lines], false);
  }

  end(): ListedLines {
    return this.#take(this.#open, true);
  }

  #take(lines: readonly Line[], isEnd: boolean): ListedLines {
    const listed: Listed[] = [];
    const rejects: Reject[] = [];
    const isBegin = !this.#hasBegun;
    let at = 0;
    while (at < lines.length) {
      const record = listRecordAt(lines, at, this.#form);
      if (record.mayGoOn && !isEnd) break;
      at += record.lines;
      const judged = this.#judge(record);
      if (typeof judged === 'string') rejects.push(rejectOf(record, judged));
      else if (judged !== null) listed.push(judged);
    }
    this.#open = lines.slice(at);
    const header = isBegin && listed[0]?.line === lines[0]?.number ? this.#headerOf(listed) : undefined;
    if (header !== undefined) {
      listed.shift();
      rejects.unshift(rejectOf(header, headerText(header.value, this.#form)));
    }
    this.#furtherColumns += listed.filter(({ columns }) => columns > 1).length;
    return { listed, rejects };
  }

  /** Judges a record. A string is its fault; null means that it is passed over. */
  #judge(record: ListRecord): Listed | string | null {
    const { isWhole, hasHeader } = this.#form;
    const isHeaderLine = !this.#hasBegun && hasHeader === true;
    this.#hasBegun = true;
    if (isHeaderLine) return null;
    if (record.fault !== null) return record.fault;
    this.#columns ??= record.columns;
    return (isWhole ? null : listFaultOf(record, this.#columns, this.#form)) ?? record;
  }

  #headerOf([first, ...others]: readonly Listed[]): Listed | undefined {
    const { isWhole, hasHeader } = this.#form;
    const isAsked = first !== undefined && !isWhole && hasHeader === null;
    return isAsked && isHeader(first, others) ? first : undefined;
  }
}

const rejectOf = ({ line, text }: Listed, message: string): Reject => ({
  line,
  errors: [{ pointer: '', message }],
  text,
});

interface ListRecord extends Listed {
  readonly lines: number;
  readonly fault: string | null;
  /** Lines that are not known yet may close it. */
  readonly mayGoOn: boolean;
}

const listRecordAt = (lines: readonly Line[], at: number, form: ListFormat): ListRecord => {
  const record = recordAt(lines, at, (text) => readText(text, form));
  const { fields, fault } = record;
  const value = fields[0] ?? '';
  return {
    line: record.line,
    text: record.text,
    value: form.isTrimmed ? trimmed(value) : value,
    columns: Math.max(1, fields.length),
    lines: record.lines,
    fault: fault === null ? null : recordFaultOf(fault, form),
    mayGoOn: record.mayGoOn,
  };
};

const readText = (text: string, form: ListFormat): CsvRecord =>
  form.isWhole
    ? { outcome: 'read', fields: [text] }
    : readRecord(text, form.separator ?? ',', 'the first column');

const trimmed = (text: string): string => text.replaceAll(/^[ \t]+|[ \t]+$/g, '');
