import { headOf, rowOf, type RowFormat } from './record-rows.ts';

const csv = (columns: readonly string[], isSpreadsheet = false): RowFormat => ({
  format: 'csv',
  columns,
  isSpreadsheet,
});

test('NDJSON is the record itself, without a head', () => {
  const format: RowFormat = { format: 'ndjson', columns: [], isSpreadsheet: false };
  expect(headOf(format) + rowOf({ a: [1], b: null }, format)).toBe('{"a":[1],"b":null}\n');
});

test('a CSV names its columns, leads into objects, and quotes what needs it', () => {
  const format = csv(['externalRef', 'purchases.count', 'isSuspended', 'name']);
  const record = {
    externalRef: 'a',
    purchases: { count: 3 },
    isSuspended: false,
    name: 'Nkosi, "T"\nand sons',
  };
  expect(headOf(format)).toBe('externalRef,purchases.count,isSuspended,name\n');
  expect(rowOf(record, format)).toBe('a,3,false,"Nkosi, ""T""\nand sons"\n');
});

test('lots, segments and lists are written as an import reads them, and what is absent is empty', () => {
  const record = {
    lots: [
      { points: 500, expiresAt: '2027-12-31T23:59:59.999Z' },
      { points: 200, slidingDays: 365 },
    ],
    segmentIds: ['s-1', 's-2'],
    consents: [{ granted: true }],
    stampCards: [],
  };
  expect(rowOf(record, csv(['lots', 'segmentIds', 'consents', 'stampCards', 'name']))).toBe(
    '500@2027-12-31T23:59:59.999Z|200@365d,s-1|s-2,"[{""granted"":true}]",,\n',
  );
});

test('▲ a spreadsheet takes no text of a record for a formula, and numbers stay numbers', () => {
  const format = csv(['name', 'phone', 'points', 'at'], true);
  expect(headOf(format)).toBe('\uFEFFname,phone,points,at\n');
  const record = { name: '=HYPERLINK("http://evil")', phone: '+27825550142', points: -5, at: '@x' };
  expect(rowOf(record, format)).toBe(`"'=HYPERLINK(""http://evil"")",'+27825550142,-5,'@x\n`);
});
