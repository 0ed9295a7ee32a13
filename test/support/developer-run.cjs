/**
 * Leaves out `….full….test.ts` where a developer waits: what takes long and breaks seldom. Floods and hostile parties for minutes, processes
 * that freeze, are killed, start or stop, searches of every stored byte, and what waits for Kafka to notice new topics.
 * `npm test` passes this filter to jest when it is called without paths. With 100 histories or more it leaves out nothing, so `npm run test:all`,
 * and so CI, runs everything; so does `npm test -- PATH`.
 */
module.exports = async (paths) => {
  // `npm test` has compiled it before.
  const { sizeOf } = await import('../../packages/testkit/dist/sizes.js');
  const isWhole = sizeOf(false, true);
  return { filtered: paths.filter((path) => isWhole || !/\.full\.[^/]*$/.test(path)) };
};
