import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { read, sources } from '../support/sources.ts';

const tests = sources.filter((path) => path.endsWith('.test.ts'));

test('every folder of tests belongs to a project of jest', () => {
  const folders = tests.flatMap((path) => /^test\/([^/]+)\//.exec(path)?.[1] ?? []);
  const known = ['architecture', 'contract', 'fault', 'invariants', 'story'];
  expect([...new Set(folders)].toSorted()).toEqual(known);
});

test('who runs beside other tests on one stack kills, freezes, adds and judges nothing that they share', () => {
  const beside = tests.filter(
    (path) => path.endsWith('.stack.test.ts') || path.startsWith(join('test', 'contract')),
  );
  const disturbing = /killPart|SIG(STOP|KILL)|process\.kill|start(Service|SecondEngine|Toy)/;
  // Who has a database of their own may judge all of it.
  const judges = (text: string) => /\['check'|\('check'/.test(text) && !text.includes('createScratchSystem');
  expect(beside.length).toBeGreaterThan(50);
  expect(beside.filter((path) => disturbing.test(read(path)) || judges(read(path)))).toEqual([]);
});

test('every test that begins first exists', () => {
  const named = read('test/support/heaviest-first.js').match(/(?<=')[^' ]+\.test\.ts(?=')/g) ?? [];
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
