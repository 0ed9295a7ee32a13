import { isUtf8 } from 'node:buffer';

/** One line each: a JSON body, or what a column of a CSV names. */
type LineFormat = 'ndjson' | 'column';

/** It names a format, such as «CSV, separated by ;», and how to make lines of it. */
interface OtherFormat {
  readonly what: string;
  readonly wayOut: string;
}

/** Returns a sentence about a file that begins with `head`; null if it may have the expected form. */
export const otherFormatText = (name: string, head: Buffer, form: LineFormat): string | null => {
  const found = packedOf(head) ?? textFormatOf(head, form);
  return found === null ? null : `${name} seems to be ${found.what}: ${found.wayOut}.`;
};

const utf8 = (encoding: string): string => `convert it with «iconv -f ${encoding} -t UTF-8»`;
const unpackFirst = 'unpack it first';
const asCsv = 'save the sheet as «CSV UTF-8» and use that file';

/** The bytes at an offset that a format always has (the tables of file(1)). */
const signatures: readonly (OtherFormat & { readonly bytes: string; readonly at?: number })[] = [
  { bytes: 'fffe0000', what: 'UTF-32', wayOut: utf8('UTF-32') },
  { bytes: '0000feff', what: 'UTF-32', wayOut: utf8('UTF-32') },
  { bytes: 'fffe', what: 'UTF-16', wayOut: utf8('UTF-16') },
  { bytes: 'feff', what: 'UTF-16', wayOut: utf8('UTF-16') },
  { bytes: '1f8b', what: 'a gzip inside a gzip', wayOut: 'unpack it once («gzip -dc»)' },
  { bytes: 'd0cf11e0a1b11ae1', what: 'an Excel workbook (.xls)', wayOut: asCsv },
  { bytes: '25504446', what: 'a PDF', wayOut: 'export the data as text' },
  { bytes: '425a68', what: 'bzip2', wayOut: unpackFirst },
  { bytes: 'fd377a585a00', what: 'xz', wayOut: unpackFirst },
  { bytes: '28b52ffd', what: 'zstd', wayOut: unpackFirst },
  { bytes: '377abcaf271c', what: 'a 7z archive', wayOut: unpackFirst },
  { bytes: '50415231', what: 'Parquet', wayOut: 'export the data as one record per line' },
  {
    bytes: '4f626a01',
    what: 'an Avro file',
    wayOut: 'export the data as one record per line («avro-tools tojson»)',
  },
  { bytes: '7573746172', at: 257, what: 'a tar archive', wayOut: 'unpack it first («tar -xf»)' },
];

const packedOf = (head: Buffer): OtherFormat | null => {
  const found = signatures.find(({ bytes, at = 0 }) => {
    const wanted = Buffer.from(bytes, 'hex');
    return head.subarray(at, at + wanted.length).equals(wanted);
  });
  return found ?? zipOf(head) ?? unmarkedUtf16Of(head);
};

const zipOf = (head: Buffer): OtherFormat | null => {
  if (!head.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))) return null;
  const isWorkbook = /\[Content_Types\]\.xml|xl\/|mimetypeapplication\/vnd\.oasis/.test(
    head.toString('latin1'),
  );
  return isWorkbook
    ? { what: 'an Excel workbook (.xlsx)', wayOut: asCsv }
    : { what: 'a zip archive', wayOut: unpackFirst };
};

/** If there is no byte order mark, every other byte of a Latin text is zero. */
const unmarkedUtf16Of = (head: Buffer): OtherFormat | null => {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < 4 || Math.max(even, odd) < head.length / 5) return null;
  const encoding = odd > even ? 'UTF-16LE' : 'UTF-16BE';
  return { what: encoding, wayOut: utf8(encoding) };
};

interface TextFormat extends OtherFormat {
  readonly is: (text: string) => boolean;
}

const textFormatOf = (head: Buffer, form: LineFormat): OtherFormat | null => {
  const text = head
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
  const found = textFormats[form].find(({ is }) => is(text));
  if (found !== undefined || form === 'column') return found ?? null;
  const separator = separatorOf(text);
  if (separator !== null) return csvOf(separator);
  return isUtf8(wholeCharactersOf(head))
    ? null
    : { what: 'text that is not in UTF-8', wayOut: utf8('WINDOWS-1252') };
};

const csvOf = (separator: string): OtherFormat => ({
  what: `CSV, separated by ${separatorNames[separator] ?? separator}`,
  wayOut: 'each line must be one JSON body',
});

const separatorNames: Readonly<Record<string, string>> = { '\t': 'tabs' };

const startsWith =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const html: TextFormat = {
  is: startsWith(/^(<!doctype html|<html|<head|<body)/i),
  what: 'HTML',
  wayOut: 'a server may have sent a web page instead of the file',
};
const xml: TextFormat = {
  is: startsWith(/^<(\?xml|[a-z][\w:.-]*[\s>/])/i),
  what: 'XML',
  wayOut: 'export the data as one record per line',
};
const carriageReturns: TextFormat = {
  is: (text) => !text.includes('\n') && /\r\S/.test(text),
  what: 'text whose lines end with CR only',
  wayOut: String.raw`convert it with «tr '\r' '\n'»`,
};

const textFormats: Readonly<Record<LineFormat, readonly TextFormat[]>> = {
  ndjson: [
    html,
    xml,
    {
      is: startsWith(/^\{"line":\d+,"errors":\[/),
      what: 'a file of rejects',
      wayOut: 'get its lines with «jq -r .text»',
    },
    { is: startsWith(/^\[/), what: 'a JSON array', wayOut: "convert it to lines with «jq -c '.[]'»" },
    {
      is: startsWith(/^\{\s*"[^"]*"\s*:\s*\[\s*\{/),
      what: 'one JSON document with a list in it',
      wayOut: "convert it to lines with «jq -c '.[][]'»",
    },
    {
      is: startsWith(/^\{\s*'/),
      what: 'JSON with the wrong quotation marks',
      wayOut: 'put names and texts in " (a Python dictionary is not JSON)',
    },
    {
      is: startsWith(/^\{\s*\n/),
      what: 'JSON that spans several lines',
      wayOut: 'convert it to lines with «jq -c .»',
    },
    {
      is: (text) => text.startsWith('\u001E'),
      what: 'a JSON text sequence (RFC 7464)',
      wayOut: 'convert it to lines with «jq -c --seq .»',
    },
    carriageReturns,
  ],
  column: [
    html,
    xml,
    {
      is: startsWith(/^\[\s*(["\]{[]|-?\d[\d.]*\s*[,\]]|$)/),
      what: 'a JSON array',
      wayOut: "convert it to lines with «jq -r '.[]'»",
    },
    {
      is: startsWith(/^\{\s*["'}]/),
      what: 'JSON',
      wayOut: 'convert it to lines with «jq -r .NAME»',
    },
    carriageReturns,
  ],
};

const separators = [',', ';', '\t', '|'] as const;

/** A separator appears as often in each of the first lines, outside of quotation marks. */
const separatorOf = (text: string): string | null => {
  if (text.startsWith('{')) return null;
  const lines = text
    .split('\n', 6)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '');
  // The head may end within its last line.
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines.slice(0, 1);
  const found = separators.find((separator) => {
    const [first = 0, ...others] = whole.map((line) => line.split(separator).length - 1);
    return first > 0 && others.every((one) => one === first);
  });
  return found ?? null;
};

/** The head may end within a character of up to four bytes. */
const wholeCharactersOf = (head: Buffer): Buffer => {
  for (let cut = 0; cut < 4; cut += 1) {
    const byte = head.at(-1 - cut) ?? 0;
    if (byte < 0x80) return head.subarray(0, head.length - cut);
    if (byte >= 0xc0) return head.subarray(0, head.length - cut - 1);
  }
  return head;
};
