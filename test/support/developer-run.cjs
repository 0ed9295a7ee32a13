/**
 * Leaves out `….full….test.ts` where a developer waits: what takes long and breaks seldom. Floods and hostile parties for minutes, processes
 * that freeze, are killed, start or stop, searches of every stored byte, and what waits for Kafka to notice new topics.
 * `npm test` passes this filter to jest when it is called without paths. With 40 histories or more it leaves none of these out, so CI
 * and `npm run test:all` run them; so does `npm test -- PATH`. `….screen….test.ts` it leaves out always: a browser on two processors is slow,
 * and `npm run test:console` runs them.
 */
module.exports = async (paths) => {
  // `npm test` has compiled it before.
  const { historyRuns } = await import('../../packages/testkit/dist/sizes.js');
  const here = paths.filter((path) => !/\.screen\.[^/]*$/.test(path));
  return { filtered: here.filter((path) => historyRuns >= 40 || !/\.full\.[^/]*$/.test(path)) };
};
