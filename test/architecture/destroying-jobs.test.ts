import { read, sources } from '../support/sources.ts';

/** A job's name, or that of a constant, and what stands between its schedule and its sizes. */
const job = /name: (?:'([\w-]+)'|expirePointsName),\n\s*schedule: [^\n]*\n([^]*?)sizes[:,]/g;

const jobs = sources
  .filter((path) => /^(services|packages\/tables)\//.test(path) && !path.endsWith('.test.ts'))
  .flatMap((path) => [...read(path).matchAll(job)])
  .map(([, name = 'expire-points', options = '']) => ({
    name,
    destroys: options.includes('destroysByTime: true'),
  }));

test('the page about clocks names every job that waits for them, and no other (D132)', () => {
  const [, named = ''] =
    /\*\*Which jobs\.\*\*([^]*?)and the hourly\s+retention/.exec(read('docs/mechanisms/database-clock.md')) ??
    [];
  const listed = [...named.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
  const destroying = jobs.filter(({ destroys }) => destroys).map(({ name }) => name);
  expect(jobs.length).toBeGreaterThan(14);
  expect(listed.toSorted()).toEqual(destroying.toSorted());
});
