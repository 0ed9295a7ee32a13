import { CsvError, parse } from 'csv-parse/sync';
import type { Line } from './line-splitter.ts';

export type CsvRecord =
  | { readonly outcome: 'read'; readonly fields: readonly string[] }
  /** The next line may close the quotation mark. */
  | { readonly outcome: 'unclosed' }
  /** A quotation mark in the first field that is neither around it nor doubled. */
  | { readonly outcome: 'stray' };

/**
 * Reads one record of RFC 4180 without its line end; within quotation marks it may contain line ends. Blanks
 * belong to a field. If only the first column counts, inches in another one are nobody's fault.
 */
export const readRecord = (
  text: string,
  separator: string,
  counting: 'every column' | 'the first column',
): CsvRecord => {
  // Most lines of millions have no quotation mark, and nothing to parse.
  if (!text.includes('"')) return { outcome: 'read', fields: text.split(separator) };
  const strict = parsed(text, separator, false);
  const isFault = strict.outcome !== 'stray' || strict.column === 0 || counting === 'every column';
  return isFault ? strict : parsed(text, separator, true);
};

/** A record and the lines that it takes; a record with a fault takes one. */
export interface RecordOfLines {
  /** The number of its first line. */
  readonly line: number;
  /** Its lines, joined by line feeds. */
  readonly text: string;
  readonly fields: readonly string[];
  readonly lines: number;
  readonly fault: 'stray' | 'unclosed' | null;
  /** Lines that are not known yet may close it. */
  readonly mayGoOn: boolean;
}

/** An address has a few. A quotation mark that is open for longer was lost. */
const recordLinesMax = 20;

/**
 * Returns the record that begins with one of the lines. A quotation mark that no line closes is the fault of
 * its own line: the next one is read for itself.
 */
export const recordAt = (
  lines: readonly Line[],
  at: number,
  read: (text: string) => CsvRecord,
): RecordOfLines => {
  const candidates = lines.slice(at, at + recordLinesMax);
  const line = candidates[0]?.number ?? 0;
  const texts: string[] = [];
  const faulty = (fault: 'stray' | 'unclosed', mayGoOn: boolean): RecordOfLines => ({
    line,
    text: texts[0] ?? '',
    fields: [],
    lines: 1,
    fault,
    mayGoOn,
  });
  for (const candidate of candidates) {
    texts.push(textOf(candidate));
    const text = texts.join('\n');
    const record = read(text);
    if (record.outcome === 'read')
      return { line, text, fields: record.fields, lines: texts.length, fault: null, mayGoOn: false };
    // A mark that only a later line makes stray was not closed by its own.
    if (record.outcome === 'stray') return faulty(texts.length === 1 ? 'stray' : 'unclosed', false);
  }
  return faulty('unclosed', candidates.length < recordLinesMax);
};

const textOf = ({ bytes }: Line): string => bytes.toString().replace(/\r$/, '');

type ParsedRecord = Exclude<CsvRecord, { outcome: 'stray' }> | { outcome: 'stray'; column: number };

const parsed = (text: string, separator: string, isRelaxed: boolean): ParsedRecord => {
  try {
    const [fields = []] = parse(text, {
      delimiter: separator,
      record_delimiter: '\n',
      relax_quotes: isRelaxed,
    });
    return { outcome: 'read', fields };
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    if (failure.code === 'CSV_QUOTE_NOT_CLOSED') return { outcome: 'unclosed' };
    const column: unknown = failure['column'];
    return { outcome: 'stray', column: typeof column === 'number' ? column : 0 };
  }
};

const separators = [',', ';', '\t', '|'] as const;

/** Returns the separator that a first line of names has most often; the names have none of them. */
export const separatorOf = (begin: string): string => {
  const [header = ''] = begin.trimStart().split('\n', 1);
  const found = separators.map((separator) => ({ separator, times: header.split(separator).length }));
  return found.toSorted((one, other) => other.times - one.times)[0]?.separator ?? ',';
};
