/**
 * Leaves out `….full….test.ts` where a developer waits: what takes long and breaks seldom. Floods and hostile parties for minutes, processes
 * that freeze, are killed, start or stop, searches of every stored byte, and what waits for Kafka to notice new topics.
 * `npm test` passes this filter to jest when it is called without paths. With 25 histories, as in CI, it leaves out `….full.night….test.ts`
 * alone, the longest of these; with 100, as in `npm run test:all`, none, and `npm test -- PATH` runs whatever it names. `….screen….test.ts` it leaves out always: a browser on two processors is slow,
 * and `npm run test:console` runs them.
 */
module.exports = async (paths) => {
  // `npm test` has compiled it before.
  const { historyRuns } = await import('../../packages/testkit/dist/sizes.js');
  const here = paths.filter((path) => !/\.screen\.[^/]*$/.test(path));
  const left = historyRuns >= 100 ? null : historyRuns >= 25 ? /\.night\.[^/]*$/ : /\.full\.[^/]*$/;
  return { filtered: here.filter((path) => left === null || !left.test(path)) };
};
