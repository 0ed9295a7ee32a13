/**
 * Leaves out, where a developer waits, what takes long and breaks seldom: floods and hostile parties for minutes, processes that freeze,
 * are killed, start or stop, searches of every stored byte, and what waits for Kafka to notice new topics.
 * `npm test` passes this filter to jest when it is called without paths. With 200 histories or more it leaves out nothing, so `npm run test:all`,
 * and so CI, runs everything; so does `npm test -- PATH`.
 */
const leftOut = [
  'test/fault/frozen-fulfilment.test.ts',
  'test/fault/frozen-process.test.ts',
  'test/fault/hostile-receivers.test.ts',
  'test/fault/kill-part.test.ts',
  'test/fault/management-facts.test.ts',
  'test/fault/starts.test.ts',
  'test/fault/stops.test.ts',
  'test/invariants/codes-by-bytes.test.ts',
  'test/invariants/erasure-by-bytes.test.ts',
  'test/story/accepted-at-the-door.test.ts',
  'test/story/bulk-under-load.test.ts',
  'test/story/direct-stream.test.ts',
  'test/story/unread-responses.test.ts',
  'test/story/dear-receipts.test.ts',
  'test/story/heavy-configuration.test.ts',
  'test/story/hostile-streams.test.ts',
  'test/story/many-writers.test.ts',
  'test/story/stream-receipts.test.ts',
  'test/story/toy-follower.test.ts',
  'test/story/webhook-floods.test.ts',
];

module.exports = async (paths) => {
  // `npm test` has compiled it before.
  const { sizeOf } = await import('../../packages/testkit/dist/sizes.js');
  const names = sizeOf(leftOut, []);
  return { filtered: paths.filter((path) => !names.some((name) => path.endsWith(`/${name}`))) };
};
