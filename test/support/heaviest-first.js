import TestSequencer from '@jest/test-sequencer';

/** What takes tens of seconds. Begun last, one of them would run on alone while the other workers are idle. */
const heaviest = [
  'packages/work/src/worker.test.ts',
  'packages/engine/src/jobs/job-part.test.ts',
  'packages/messaging/src/stream/simulation.test.ts',
  'packages/shell/src/run-service.test.ts',
  'packages/contracts/src/derived-files.test.ts',
  'packages/messaging/src/store/outbox-owner.stack.test.ts',
  'packages/messaging/src/store/outbox-sweeper.stack.test.ts',
  'packages/storage/src/advisory-lock.stack.test.ts',
  'packages/storage/src/answer-limits.stack.test.ts',
  'packages/messaging/src/kafka/kafka-consumer.stack.test.ts',
  // It searches everything that is stored, so it begins while little is.
  'test/invariants/erasure-by-bytes.test.ts',
];

/** Those that take longest first, then jest's own order. */
export default class HeaviestFirst extends TestSequencer {
  sort(tests) {
    const rankOf = ({ path }) =>
      heaviest.findIndex((heavy) => path.endsWith(heavy)) + 1 || heaviest.length + 1;
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
