import { LineSplitter } from './line-splitter.ts';
import type { ListFormat } from './list-faults.ts';
import { ListReader } from './list-reader.ts';

const codes: ListFormat = {
  noun: 'code',
  mayHaveCommas: true,
  isTrimmed: true,
  isWhole: false,
  separator: null,
  hasHeader: null,
};
const references: ListFormat = { ...codes, noun: 'reference', isTrimmed: false };

/** Returns values and faults by line, read in chunks of so many lines. */
const read = (text: string | Buffer, form: ListFormat = codes, chunk = Infinity) => {
  const splitter = new LineSplitter();
  const lines = [...splitter.push(Buffer.from(text)), ...splitter.end()];
  const reader = new ListReader(form);
  const taken: ReturnType<ListReader['read']>[] = [];
  for (let at = 0; at < lines.length; at += chunk) taken.push(reader.read(lines.slice(at, at + chunk)));
  taken.push(reader.end());
  return {
    values: taken.flatMap(({ listed }) => listed.map(({ value }) => value)),
    faults: taken.flatMap(({ rejects }) =>
      rejects.map(({ line, errors }) => [line, errors.map(({ message }) => message).join()]),
    ),
    texts: taken.flatMap(({ rejects }) => rejects.map(({ text: kept }) => kept)),
    furtherColumns: reader.furtherColumns,
  };
};
const fault = (line: number, message: RegExp): readonly [line: number, message: unknown] => [
  line,
  expect.stringMatching(message),
];

describe('the first column of a line', () => {
  test.each([
    ['customer-1', 'customer-1'],
    ['customer-1\r\n', 'customer-1'],
    ['customer-1,Ada,1815', 'customer-1'],
    ['"Smith, Ada",x', 'Smith, Ada'],
    ['"say ""hi""",x', 'say "hi"'],
    ['"whole"\r\n', 'whole'],
    [' spaced ', ' spaced '],
    ['"A;1",x', 'A;1'],
    ['"one","two""half"', 'one'],
    ['bob,5" nails', 'bob'],
    ['bob,"5" nails",x', 'bob'],
    ['ada,"12 High St\nLondon"\r\n', 'ada'],
    ['"\'t Hooft"', "'t Hooft"],
    ['\uFEFFcustomer-1\n', 'customer-1'],
    ['Jürgen-1', 'Jürgen-1'],
    ['😀-1', '😀-1'],
    ['a\\b/c:d#1', 'a\\b/c:d#1'],
  ])('%j is %j', (line, value) => {
    expect(read(line, references)).toMatchObject({ values: [value], faults: [] });
  });

  test('blanks around a code do not belong to it, those of a reference do', () => {
    expect(read(' A 1\t\n"B "').values).toEqual(['A 1', 'B']);
    expect(read(' A 1\n"B "', references).values).toEqual([' A 1', 'B ']);
  });

  test('a record over several lines counts as its first, whatever chunks its lines come in', () => {
    const file = 'c-1,"12 High St\nLondon",x\nc-2,"5, Rue\n\nParis",y\nc-3,z,z\n';
    for (const chunk of [1, 2, 3, 100])
      expect(read(file, codes, chunk)).toMatchObject({
        values: ['c-1', 'c-2', 'c-3'],
        faults: [],
        furtherColumns: 3,
      });
  });

  test('fewer columns than the first line has are nobody’s fault', () => {
    expect(read('"Ada, Countess",1815\nbob\nbob,again')).toMatchObject({
      values: ['Ada, Countess', 'bob', 'bob'],
    });
  });
});

describe('what may be meant otherwise is refused with the way out, and the rest is read', () => {
  test.each<[string, string, RegExp]>([
    ['a semicolon between columns', 'A1;500', /^has a semicolon in it: pass --separator semicolon if .* "…"/],
    ['a tab', 'A1\t500', /^has a tab in it: pass --separator tab/],
    ['a bar', 'A1|500', /^has a bar in it: pass --separator bar/],
    ['a comma in a line of a list', 'C,x', /^has 2 columns, but the first line has 1: .* --lines/],
    [
      'a quotation mark within',
      'a"b"',
      /^has a quotation mark in it: put the code in "…" and double .* --lines/,
    ],
    ['text behind the closing mark', '"A"x', /^has a quotation mark in it/],
    ['the formula of a spreadsheet', '="0012"', /^has a quotation mark in it/],
    ['single quotation marks', "'A1'", /^has quotation marks that CSV does not use: remove them/],
    ['the apostrophe of a spreadsheet', "'0012", /^has quotation marks that CSV does not use/],
    ['typographic quotation marks', '“A1”', /^has quotation marks that CSV does not use/],
    ['low quotation marks', '„A1“', /^has quotation marks that CSV does not use/],
    ['guillemets', '«A1»', /^has quotation marks that CSV does not use/],
    ['backticks', '`A1`', /^has quotation marks that CSV does not use/],
    [
      'a no-break space within',
      'A\u00A01',
      /^has an invisible character in it \(U\+00A0, no-break space\): remove it/,
    ],
    ['a no-break space behind', 'A1\u00A0', /U\+00A0, no-break space/],
    ['a narrow no-break space', 'A\u202F1', /U\+202F, narrow no-break space/],
    ['a zero width space', '\u200BA1', /U\+200B, zero width space/],
    ['a zero width joiner', 'A\u200D1', /U\+200D, zero width joiner/],
    ['a byte order mark of the second of two files', '\uFEFFA1', /U\+FEFF, byte order mark/],
    ['a soft hyphen', 'A\u00AD1', /U\+00AD, soft hyphen/],
    ['a word joiner', 'A\u20601', /U\+2060, word joiner/],
    ['a mark of direction', '\u200EA1', /U\+200E\)/],
    ['an ideographic space', 'A\u30001', /U\+3000\)/],
    ['a line separator', 'A\u20281', /U\+2028\)/],
    ['a NUL', 'A\u00001', /U\+0000, NUL/],
    ['an escape', 'A\u001B[1m', /U\+001B\)/],
    ['a carriage return within', 'A\r1', /U\+000D, carriage return/],
    ['a line feed in quotation marks', '"A\n1"', /U\+000A, line feed/],
    [
      'a number that a spreadsheet has shortened',
      '1.23457E+12',
      /^is a number that a spreadsheet has rounded/,
    ],
    ['one with a comma', '"1,23457E+12"', /^is a number that a spreadsheet has rounded/],
    ['an error of a spreadsheet', '#N/A', /^is what an export writes for a missing code/],
    ['a column that is too narrow', '########', /^is what an export writes/],
    ['the NULL of a database', 'NULL', /^is what an export writes/],
    ['the NULL of COPY', '\\N', /^is what an export writes/],
    ['undefined', 'undefined', /^is what an export writes/],
  ])('%s', (_what, line, message) => {
    expect(read(`ok-1\n${line}\nok-2\n`)).toMatchObject({
      values: ['ok-1', 'ok-2'],
      faults: [fault(2, message)],
    });
  });

  test('bytes that are no UTF-8', () => {
    const file = Buffer.concat([Buffer.from('ok-1\nJos'), Buffer.from([0xe9]), Buffer.from('\nok-2,José\n')]);
    expect(read(file, { ...codes, separator: ',' }).faults).toContainEqual(
      fault(2, /^is not UTF-8: convert .*iconv/),
    );
  });

  test('a first line that is refused, or passed over, says nothing about columns', () => {
    expect(read('a"b,x\nok-1,x,y\nok-2,x,y')).toMatchObject({ values: ['ok-1', 'ok-2'] });
    expect(read('Codes of May\nok-1,x,y', { ...codes, hasHeader: true }).faults).toEqual([]);
  });

  test('a quotation mark that nothing closes is the fault of its line alone', () => {
    const many = Array.from({ length: 40 }, (_, at) => `c-${at.toString()}`);
    for (const chunk of [1, 7, 100]) {
      const file = ['ok-1', '"lost,x', ...many].join('\n');
      const { values, faults, texts } = read(file, codes, chunk);
      expect(values).toEqual(['ok-1', ...many]);
      expect(faults).toEqual([fault(2, /^begins with a quotation mark that is never closed: remove it/)]);
      expect(texts).toEqual(['"lost,x']);
    }
    expect(read('ok-1\n"lost\nc-1\n"c-2"x\nc-3')).toMatchObject({
      values: ['ok-1', 'c-1', 'c-3'],
      faults: [fault(2, /never closed/), fault(4, /quotation mark in it/)],
    });
    expect(read('ok-1\n"lost')).toMatchObject({ values: ['ok-1'], faults: [fault(2, /never closed/)] });
  });
});

describe('a header is refused with the way out', () => {
  test.each([
    'code',
    'Voucher Code',
    'CODES',
    'coupon_code,expires',
    '"Gift Card Code","Amount"',
    'memberRef',
    'external_ref',
    'Customer ID',
    'customer-number,name',
    'email',
    'id',
    'Gutscheincode',
    'Einlösewort',
    '\uFEFFcode',
    'code\r',
  ])('%j', (header) => {
    const { values, faults } = read(`${header}\nA-10\nA-11\nA-12\n`, { ...codes, separator: ',' });
    expect(values).toEqual(['A-10', 'A-11', 'A-12']);
    expect(faults).toEqual([
      fault(1, /looks like a header: pass --header to skip .* --no-header if it is a code$/),
    ]);
  });

  test.each(['A-1', 'ABCDEFGH', 'b', 'bob', '12345', 'Ada Lovelace'])('%j is none', (first) => {
    expect(read(`${first}\nother\nCODES\ncode`, { ...codes, separator: ',' })).toMatchObject({ faults: [] });
  });

  test('a code of letters among codes of the same length is none', () => {
    expect(read('ABCDE\nAB1DE\nA2CDE\nABC3E\n')).toMatchObject({ faults: [] });
  });

  test('--header passes over the first line, whatever it is; --no-header takes it', () => {
    const file = 'code;x\nA-1\nA-2\nA-3';
    expect(read(file, { ...codes, hasHeader: true })).toMatchObject({
      values: ['A-1', 'A-2', 'A-3'],
      faults: [],
    });
    expect(read('code\nA-1', { ...codes, hasHeader: false })).toMatchObject({
      values: ['code', 'A-1'],
      faults: [],
    });
  });

  test('only the first line can be one', () => {
    expect(read('A;1\ncode\nA-2')).toMatchObject({
      values: ['code', 'A-2'],
      faults: [fault(1, /semicolon/)],
    });
  });
});

test('--separator says what separates, and nothing else does', () => {
  expect(read('A,1;x\n"B;2";y', { ...codes, separator: ';' })).toMatchObject({
    values: ['A,1', 'B;2'],
    faults: [],
    furtherColumns: 2,
  });
  expect(read('A1\tx\nB;2\ty', { ...codes, separator: '\t' }).values).toEqual(['A1', 'B;2']);
});

test('--lines takes each line as it stands', () => {
  const odd = ['code', 'C,x', 'a"b"', '"lost', 'A;1', 'A\u00A01', '#N/A', "'A1'", '1E+5'];
  expect(read(odd.join('\r\n'), { ...references, isWhole: true })).toMatchObject({
    values: odd,
    faults: [],
    furtherColumns: 0,
  });
});
