import { filesAtOnce } from './jest-runs.ts';

test('slow processors run half as many files at once', () => {
  expect([60, 120].map((ms) => filesAtOnce(ms))).toEqual([8, 4]);
});

test('this machine is measured', () => {
  expect([8, 4]).toContain(filesAtOnce());
});
