import {
  faultyStringsOf,
  faultyStringText,
  type FieldError,
  type HttpSchemas,
  parseJsonBody,
  schemaValidatorFor,
} from '@loyalty/contracts/http';
import { Fault } from '@loyalty/kernel';
import { readRecord, recordAt, type RecordOfLines, separatorOf } from '../files/csv-record.ts';
import type { LineSource } from '../files/line-source.ts';
import { type Line, LineSplitter } from '../files/line-splitter.ts';
import { otherFormatText } from '../files/other-format.ts';
import { columnsOf, type MemberColumns, memberOf } from './member-cells.ts';

export type ImportLine = HttpSchemas['ImportLine'];

interface ReadText {
  /** The number of the first line, counted from 1. */
  readonly line: number;
  readonly text: string;
}

export interface ReadMember extends ReadText {
  readonly outcome: 'read';
  readonly member: ImportLine;
}

export interface FaultyMember extends ReadText {
  readonly outcome: 'faulty';
  /** Null if it cannot be read. */
  readonly externalRef: string | null;
  readonly errors: readonly FieldError[];
}

export type MemberReading = ReadMember | FaultyMember;

/**
 * Reads members from NDJSON, or from CSV whose first line names the columns; `renamed` has names of columns
 * and the fields that they mean. Throws a Fault for another format, and for a header that is not understood.
 */
export async function* readMembers(
  source: LineSource,
  renamed: ReadonlyMap<string, string>,
): AsyncGenerator<readonly MemberReading[]> {
  const head = await source.readHead();
  const begin = head.toString().replace(/^\uFEFF/, '');
  const isJson = /^\s*[{[]/.test(begin);
  const doubt = otherFormatText(source.name, head, isJson ? 'ndjson' : 'column');
  // The first field of a line may be a list, which the head of one large document looks like.
  if (doubt !== null && !(isJson && /^\s*\{/.test(begin))) {
    source.stop();
    throw new Fault('NO_MEMBERS', `${doubt} Nothing was sent.`);
  }
  const lines = linesOf(source);
  if (!isJson) yield* csvMembers(lines, separatorOf(begin), renamed);
  else for await (const chunk of lines) yield chunk.map(jsonMember);
}

async function* linesOf(source: LineSource): AsyncGenerator<readonly Line[]> {
  const splitter = new LineSplitter();
  for await (const bytes of source.chunks()) yield splitter.push(bytes);
  yield splitter.end();
}

const jsonMember = ({ number: line, bytes, isTooLong }: Line): MemberReading => {
  const text = bytes.toString().replace(/\r$/, '');
  if (isTooLong) return faultyText({ line, text }, 'is too long for a member');
  const parsed = parseJsonBody(bytes, 'kept');
  return parsed.ok
    ? judged({ line, text }, parsed.value, [])
    : { outcome: 'faulty', line, text, externalRef: null, errors: parsed.errors };
};

const faultyText = (where: ReadText, message: string): FaultyMember => ({
  outcome: 'faulty',
  line: where.line,
  text: where.text,
  externalRef: null,
  errors: [{ pointer: '', message }],
});

/** Judges a line as the API does, so that its faults are known before anything is sent. */
const judged = (
  { line, text }: ReadText,
  sent: Readonly<Record<string, unknown>>,
  errors: readonly FieldError[],
): MemberReading => {
  const faulty = (found: readonly FieldError[]): FaultyMember => {
    const ref = sent['externalRef'];
    return {
      outcome: 'faulty',
      line,
      text,
      externalRef: typeof ref === 'string' ? ref : null,
      errors: found,
    };
  };
  if (errors.length > 0) return faulty(errors);
  const strings = faultyStringsOf(sent).map((pointer) => ({ pointer, message: faultyStringText }));
  if (strings.length > 0) return faulty(strings);
  const found = schemaValidatorFor('ImportLine')(sent);
  if (!found.ok) return faulty(found.errors);
  return partsOf(found.value) > partsMax
    ? faulty([{ pointer: '', message: tooManyParts }])
    : { outcome: 'read', line, text, member: found.value };
};

/** Of all lines of a call, and so of each one. */
export const partsMax = 1_000;
const tooManyParts = 'must have at most 1,000 lots, consents, segments, stamp cards and references together';

/** Returns the number of parts, of which a call may have {@link partsMax}. */
export const partsOf = ({ lots, consents, segmentIds, stampCards, references }: ImportLine): number =>
  [lots, consents, segmentIds, stampCards, references].reduce((sum, parts) => sum + (parts?.length ?? 0), 0);

async function* csvMembers(
  chunks: AsyncIterable<readonly Line[]>,
  separator: string,
  renamed: ReadonlyMap<string, string>,
): AsyncGenerator<readonly MemberReading[]> {
  let columns: MemberColumns | null = null;
  let open: readonly Line[] = [];
  const take = (lines: readonly Line[], isEnd: boolean): MemberReading[] => {
    const members: MemberReading[] = [];
    let at = 0;
    while (at < lines.length) {
      const record = recordAt(lines, at, (text) => readRecord(text, separator, 'every column'));
      if (record.mayGoOn && !isEnd) break;
      at += record.lines;
      if (columns === null) columns = headerOf(record, renamed);
      else if (record.fault !== null || record.fields.some((field) => field.trim() !== ''))
        members.push(csvMember(record, columns));
    }
    open = lines.slice(at);
    return members;
  };
  for await (const lines of chunks) yield take([...open, ...lines], false);
  yield take(open, true);
}

const headerOf = ({ fields, fault }: RecordOfLines, renamed: ReadonlyMap<string, string>): MemberColumns => {
  if (fault === null) return columnsOf(fields, renamed);
  throw new Fault('NO_MEMBERS', `The first line, which names the columns, ${recordFaults[fault]}.`);
};

const csvMember = (record: RecordOfLines, columns: MemberColumns): MemberReading => {
  const { line, text, fields, fault } = record;
  const where = { line, text };
  if (fault !== null) return faultyText(where, recordFaults[fault]);
  if (text.includes('\uFFFD'))
    return faultyText(where, 'is not UTF-8: save the sheet as «CSV UTF-8», or convert the file with iconv');
  if (fields.length !== columns.length)
    return faultyText(
      where,
      `has ${fields.length.toString()} columns, but the first line has ${columns.length.toString()}`,
    );
  const { member, errors } = memberOf(columns, fields);
  return judged(where, member, errors);
};

const recordFaults = {
  stray: 'has a quotation mark in it: put the cell in "…" and double the mark inside',
  unclosed: 'has a quotation mark that is never closed',
} as const;
