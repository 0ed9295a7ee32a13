import { csvOf } from './csv.ts';

const cellOf = (value: Parameters<typeof csvOf>[0][number][number]): string => csvOf([[value]]).slice(1, -2);

test('a file has a mark of UTF-8, commas and lines that end with CR LF', () => {
  expect(
    csvOf([
      ['Name', 'Points'],
      ['Zoë', 12_345],
    ]),
  ).toBe('\uFEFFName,Points\r\nZoë,12345\r\n');
});

test.each([
  ['a "b"', '"a ""b"""'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  [null, ''],
  [true, 'true'],
  [-12.5, '-12.5'],
  ['-49.15', '-49.15'],
  ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.000Z'],
])('%j is the cell %j', (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});

test.each(['=1+1', '+27825550142', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '-2e3', '--1'])(
  '▲ a spreadsheet runs nothing of %j',
  (text) => {
    expect(cellOf(text).replace(/^"/, '')).toMatch(/^'/);
  },
);
