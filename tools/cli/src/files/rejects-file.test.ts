import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { type Reject, RejectsFile } from './rejects-file.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let path: string;
let shown: Reject[];
beforeEach(() => {
  folder = createTemporaryFolder();
  path = join(folder.path, 'rejects.ndjson');
  shown = [];
});
afterEach(() => {
  folder.remove();
});

const open = (isContinued = false) =>
  new RejectsFile({ path, isContinued, onShown: (reject) => void shown.push(reject) });
const rejectOf = (line: number): Reject => ({
  line,
  errors: [{ pointer: '/amount', message: 'is required' }],
  text: '{"a":\n1}',
});

test('all rejects are in the file, the first ten are shown', () => {
  const rejects = open();
  for (let line = 1; line <= 12; line += 1) rejects.add(rejectOf(line));
  rejects.close();
  const kept = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(kept.map((text) => JSON.parse(text) as Reject)).toEqual(
    Array.from({ length: 12 }, (_, n) => rejectOf(n + 1)),
  );
  expect(shown.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rejects.count).toBe(12);
  expect(rejects.path).toBe(path);
});

test('without a reject there is no file', () => {
  const rejects = open();
  rejects.close();
  expect(existsSync(path)).toBe(false);
  expect(rejects.path).toBeNull();
});

test('a run that is gone on with keeps the rejects of the one before, a new run does not', () => {
  writeFileSync(path, 'earlier\n');
  const continued = open(true);
  continued.add(rejectOf(1));
  continued.close();
  expect(readFileSync(path, 'utf8')).toMatch(/^earlier\n\{/);
  const anew = open();
  anew.add(rejectOf(2));
  anew.close();
  expect(readFileSync(path, 'utf8')).toMatch(/^\{"line":2,/);
});

test('a file that cannot be written is named with the way out', () => {
  path = join(folder.path, 'none', 'rejects.ndjson');
  expect(() => {
    open().add(rejectOf(1));
  }).toThrow(/cannot be written to .*none.* choose another file with --rejects/);
});

test('at the twentieth, or when it is asked, a file of rejects says once that there are many', () => {
  let said = 0;
  const open = () =>
    new RejectsFile({ path, isContinued: false, onShown: () => undefined, onMany: () => (said += 1) });
  const many = open();
  for (let line = 1; line <= 19; line += 1) many.add(rejectOf(line));
  expect(said).toBe(0);
  for (let line = 20; line <= 60; line += 1) many.add(rejectOf(line));
  many.explain();
  many.close();
  expect(said).toBe(1);
  const few = open();
  few.explain();
  expect(said).toBe(1);
  few.add(rejectOf(1));
  few.explain();
  few.close();
  expect(said).toBe(2);
});
