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

/** `noun` as `code`. */
export const addListOptions = (command: Command, noun: string): Command =>
  command
    .addOption(
      new Option('--separator <name>', 'what separates columns (default: comma)').choices(
        Object.keys(separators),
      ),
    )
    .option('--header', 'pass over the first line')
    .option('--no-header', `the first line is a ${noun} too, though it looks like a header`)
    .addOption(
      new Option('--lines', `each line is one ${noun} as it stands, and no CSV`).conflicts([
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
  `The first column of a CSV is read, in UTF-8; a file may have this column alone. A line that may be meant otherwise is
refused with the way out: a header, another separator, a lost quotation mark, an invisible character. A ${noun} with a comma
or a quotation mark in it stands in quotes, or say --lines. Gzip is recognised.`;

/** Throws a Fault for a file that is of another form as a whole, such as a workbook, before anything is stored. */
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
    `${doubt} Nothing was done; say --lines if each line is one ${form.noun} all the same.`,
  );
};
