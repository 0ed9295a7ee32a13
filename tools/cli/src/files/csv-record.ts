import { CsvError, parse } from 'csv-parse/sync';

export type CsvRecord =
  | { readonly outcome: 'read'; readonly fields: readonly string[] }
  /** The next line may close the quotation mark. */
  | { readonly outcome: 'unclosed' }
  /** A quotation mark in the first field that is neither around it nor doubled. */
  | { readonly outcome: 'stray' };

/**
 * Reads one record of RFC 4180 without its line end; within quotation marks it may contain line ends. Blanks
 * belong to a field.
 */
export const readRecord = (text: string, separator: string): CsvRecord => {
  // Most lines of millions have no quotation mark, and nothing to parse.
  if (!text.includes('"')) return { outcome: 'read', fields: text.split(separator) };
  const strict = parsed(text, separator, false);
  if (strict.outcome !== 'stray' || strict.column === 0) return strict;
  // Only the first column is read: inches in another one are nobody's fault.
  return parsed(text, separator, true);
};

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
