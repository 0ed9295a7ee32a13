import { type Command, Option } from 'commander';
import type { Readable } from 'node:stream';
import { Fault } from '@loyalty/kernel';
import { type LineSource, openLineSource } from './line-source.ts';
import type { ListFormat } from './list-faults.ts';
import { otherFormatText } from './other-format.ts';

export interface ListFlags {
  readonly separator?: keyof typeof separators;
  readonly header?: boolean;
  readonly lines?: true;
}

const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

/** Adds the options of a list; `noun` is, for example, `code`. */
export const addListOptions = (command: Command, noun: string): Command =>
  command
    .addOption(
      new Option('--separator <name>', 'the separator of columns (default: comma)').choices(
        Object.keys(separators),
      ),
    )
    .option('--header', 'skip the first line')
    .option('--no-header', `read the first line as a ${noun} too, even if it looks like a header`)
    .addOption(
      new Option('--lines', `read each whole line as one ${noun}, not as CSV`).conflicts([
        'separator',
        'header',
      ]),
    );

export const listFormatOf = (
  { separator, header, lines }: ListFlags,
  { noun, mayHaveCommas, isTrimmed }: Pick<ListFormat, 'noun' | 'mayHaveCommas' | 'isTrimmed'>,
): ListFormat => ({
  noun,
  mayHaveCommas,
  isTrimmed,
  isWhole: lines === true,
  separator: separator === undefined ? null : separators[separator],
  hasHeader: header ?? null,
});

export const explainList = (noun: string): string =>
  `The first column of a CSV file in UTF-8 is read; it may be the only column. A line that may not mean what it seems to is
rejected with advice: a header, another separator, a stray quotation mark, an invisible character. Put a ${noun} that
contains a comma or a quotation mark in quotes, or pass --lines. The file may be gzipped.`;

/**
 * Opens the source of a list. Throws a Fault for a file of another form as a whole, such as a workbook,
 * before anything is stored.
 */
export const openListSource = async (
  path: string,
  input: Readable,
  form: ListFormat,
): Promise<LineSource> => {
  const source = await openLineSource(path, input);
  if (form.isWhole) return source;
  const doubt = otherFormatText(source.name, await source.readHead(), 'column');
  if (doubt === null) return source;
  source.stop();
  throw new Fault(
    'NO_LIST',
    `${doubt} Nothing was done. Pass --lines if each line really is one ${form.noun}.`,
  );
};
