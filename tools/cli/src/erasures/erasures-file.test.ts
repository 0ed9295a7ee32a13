import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { KeptErasure } from '@loyalty/tables/erasure';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { appendErasures, readErasuresFile } from './erasures-file.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let path: string;
beforeEach(() => {
  folder = createTemporaryFolder();
  path = join(folder.path, 'erasures.ndjson');
});
afterEach(() => {
  folder.remove();
});

const erasureOf = (n: number): KeptErasure => ({
  environmentId: 7 as EnvironmentId,
  memberId: randomId() as MemberId,
  memberKey: Buffer.alloc(16, n),
  erasedAtMs: Date.parse('2026-03-01T12:00:00.123Z') + n,
});

test('a missing file is made by an export, and refused by who reads it: a mistyped path must not pass for no erasures', () => {
  expect(() => readErasuresFile(path)).toThrow('There is no file');
  expect(appendErasures(path, [])).toBe(0);
  expect(readErasuresFile(path)).toEqual([]);
});

test('▲ each erased member stands once in the file, however often it is exported, and nothing is taken out of it', () => {
  const [first, second, third] = [erasureOf(1), erasureOf(2), erasureOf(3)];
  expect(appendErasures(path, [first, second])).toBe(2);
  expect(appendErasures(path, [second, third])).toBe(1);
  expect(appendErasures(path, [])).toBe(0);
  expect(readErasuresFile(path)).toEqual([first, second, third]);
});

test('▲ a line that was cut by a failure of the machine is written again', () => {
  const [first, second] = [erasureOf(1), erasureOf(2)];
  appendErasures(path, [first, second]);
  writeFileSync(path, readFileSync(path).subarray(0, -20));
  expect(readErasuresFile(path)).toEqual([first]);
  expect(appendErasures(path, [second])).toBe(1);
  expect(readErasuresFile(path)).toEqual([first, second]);
});

test.each([
  'no JSON',
  'null',
  '{"environmentId":7}',
  `{"environmentId":7,"memberId":"${randomId()}","memberKey":"AAAA","erasedAt":"2026-03-01T12:00:00Z"}`,
  `{"environmentId":7,"memberId":"${randomId()}","memberKey":"AAAAAAAAAAAAAAAAAAAAAA","erasedAt":"today"}`,
])('a line that is no erasure is refused with its number: %s', (line) => {
  appendErasures(path, [erasureOf(1)]);
  appendFileSync(path, `${line}\n`);
  expect(() => readErasuresFile(path)).toThrow('line 2 is not an erasure');
});
