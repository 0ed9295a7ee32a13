import { gzipSync } from 'node:zlib';
import { otherFormatText } from './other-format.ts';

const receipt = '{"transactionRef":"r-1","memberRef":"m-1","amount":100}';
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const bytes = (hex: string): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64, 7)]);
const tar = (): Buffer => {
  const header = Buffer.alloc(1024);
  header.write('receipts.ndjson');
  header.write('ustar', 257);
  return Buffer.concat([header, Buffer.from(receipt)]);
};

test.each<[string, string | Buffer, RegExp]>([
  [
    'CSV',
    'ref,member,amount\nr-1,m-1,100\nr-2,m-2,200\n',
    /CSV, separated by ,: each line must be one JSON body/,
  ],
  ['CSV with semicolons', 'ref;member;amount\r\nr-1;m-1;100,50\r\nr-2;m-2;2\r\n', /CSV, separated by ;/],
  ['CSV with tabs', 'ref\tmember\nr-1\tm-1\n', /CSV, separated by tabs/],
  ['CSV with quotation marks', '"ref","who, where"\n"r-1","m,1"\n"r-2","m-2"\n', /CSV, separated by ,/],
  ['a JSON array', `[${receipt},${receipt}]`, /a JSON array: convert it to lines with «jq -c '\.\[\]'»/],
  ['a JSON array over lines', `\uFEFF[\n  ${receipt}\n]`, /a JSON array/],
  [
    'a document with a list',
    `{"receipts":[${receipt}]}`,
    /one JSON document with a list in it: .*jq -c '\.\[\]\[\]'/,
  ],
  ['JSON over several lines', '{\n  "transactionRef": "r-1",\n', /JSON that spans several lines: .*jq -c \./],
  ['a dictionary of Python', "{'transactionRef': 'r-1'}\n", /wrong quotation marks/],
  [
    'a file of rejects',
    `{"line":3,"errors":[{"pointer":"","message":"x"}],"text":"y"}`,
    /a file of rejects: .*jq -r \.text/,
  ],
  ['a JSON text sequence', `\u001e${receipt}\n`, /a JSON text sequence/],
  [
    'UTF-16 with a mark',
    Buffer.concat([Buffer.from('fffe', 'hex'), utf16le(receipt)]),
    /UTF-16: .*iconv -f UTF-16 -t UTF-8/,
  ],
  ['UTF-16, the other way round', Buffer.concat([Buffer.from('feff', 'hex'), utf16be(receipt)]), /UTF-16:/],
  ['UTF-16 without a mark', utf16le(receipt), /UTF-16LE: .*iconv -f UTF-16LE/],
  ['UTF-16BE without a mark', utf16be(receipt), /UTF-16BE/],
  ['UTF-32', bytes('fffe0000'), /UTF-32/],
  [
    'Windows-1252',
    Buffer.from(`{"memberRef":"Jos\xe9","amount":1}\n`, 'latin1'),
    /text that is not in UTF-8: .*WINDOWS-1252/,
  ],
  ['a gzip within a gzip', gzipSync(receipt), /a gzip inside a gzip: unpack it once/],
  [
    'an Excel workbook',
    Buffer.from('PK\u0003\u0004…[Content_Types].xml'),
    /an Excel workbook \(\.xlsx\): save the sheet/,
  ],
  ['an old Excel workbook', bytes('d0cf11e0a1b11ae1'), /an Excel workbook \(\.xls\)/],
  ['a zip', Buffer.from('PK\u0003\u0004\u0014receipts.ndjson'), /a zip archive: unpack it first/],
  ['HTML', '\n<!DOCTYPE html><html><title>Log in</title>', /HTML: a server may have sent a web page/],
  ['HTML without a type', '<html><body>', /HTML/],
  ['XML', '<?xml version="1.0"?><receipts/>', /XML/],
  ['XML without a declaration', '<receipts><receipt/>', /XML/],
  ['a PDF', '%PDF-1.7\n', /a PDF/],
  ['bzip2', bytes('425a6839'), /bzip2: unpack/],
  ['xz', bytes('fd377a585a00'), /xz/],
  ['zstd', bytes('28b52ffd'), /zstd/],
  ['a 7z archive', bytes('377abcaf271c'), /7z/],
  ['Parquet', bytes('50415231'), /Parquet/],
  ['Avro', bytes('4f626a01'), /Avro/],
  ['a tar', tar(), /a tar archive: .*tar -xf/],
  ['lines that end with CR', `${receipt}\r${receipt}\r`, /lines end with CR only: .*tr/],
])('instead of NDJSON it seems to be %s', (_what, content, sentence) => {
  const found = otherFormatText('receipts.ndjson', Buffer.from(content), 'ndjson');
  expect(found).toMatch(sentence);
  expect(found).toMatch(/^receipts\.ndjson seems to be .*\.$/);
});

test.each<[string, string]>([
  ['receipts', `${receipt}\n${receipt}\n`],
  ['receipts behind a mark', `\uFEFF${receipt}\n${receipt}\n`],
  ['bodies that are no receipts', '{"a":1,"b":2}\n{"a":1,"b":2}\n{"a":1,"b":2}\n'],
  ['nothing', ''],
  ['prose', 'Dear sir, thank you\nfor the receipts\nof May\n'],
  ['a head that ends within a character', `{"memberRef":"${'é'.repeat(10)}`],
])('%s may be NDJSON', (_what, text) => {
  expect(otherFormatText('x', Buffer.from(text), 'ndjson')).toBeNull();
});

test('a head that ends within a character is UTF-8', () => {
  for (const character of ['é', '€', '😀']) {
    const whole = Buffer.from(`{"memberRef":"${character}`);
    for (let cut = 1; cut < Buffer.byteLength(character); cut += 1)
      expect(otherFormatText('x', whole.subarray(0, whole.length - cut), 'ndjson')).toBeNull();
  }
});

test.each<[string, string | Buffer]>([
  ['a JSON array', '["A-1","A-2"]'],
  ['a JSON array over lines', '[\n  "A-1",\n  "A-2"\n]'],
  ['a JSON array of objects', '[{"code":"A-1"}]'],
  ['a JSON array of numbers', '[1001, 1002]'],
  ['JSON lines', '{"code":"A-1"}\n{"code":"A-2"}\n'],
  ['HTML', '<html>'],
  ['an Excel workbook', 'PK\u0003\u0004xl/workbook.xml'],
  ['UTF-16', utf16le('A-1\r\nA-2\r\nA-3\r\n')],
  ['a gzip within a gzip', gzipSync('A-1\n')],
  ['lines that end with CR', 'A-1\rA-2\r'],
])('instead of a list it seems to be %s', (_what, content) => {
  expect(otherFormatText('codes', Buffer.from(content), 'column')).toMatch(/^codes seems to be /);
});

test.each([
  'A-1\nA-2\n',
  'A-1,x\nA-2,y\n',
  '[A-1]\n[A-2]\n',
  '{A-1}',
  'A-1\r\nA-2\r\n',
  'A-1\r',
  '"A"\n',
  'Jos\xe9',
  '',
])('%j may be a list', (text) => {
  expect(otherFormatText('codes', Buffer.from(text, 'latin1'), 'column')).toBeNull();
});
