import TestSequencer from '@jest/test-sequencer';

/** What takes tens of seconds, for a clone that has run nothing yet. Begun last, it would run on alone while other workers are idle. */
const heaviest = [
  'packages/streams/src/runtime/simulation.test.ts',
  'packages/task-queue/src/worker/task-worker.test.ts',
  'packages/service/src/process/run-service.test.ts',
  'packages/egress/src/names/resolver.test.ts',
  'packages/contracts/src/derived-files.test.ts',
  'packages/jobs/src/job-part.test.ts',
  'services/webhook-dispatcher/src/tasks/dead-endpoint.stack.test.ts',
  'test/story/rewards-that-arrive.test.ts',
  'test/contract/settings-that-act.test.ts',
  'test/story/hostile-streams.test.ts',
  'test/story/segments-that-follow.test.ts',
  'test/story/direct-stream.test.ts',
  'packages/streams/src/outbox/outbox-owner.stack.test.ts',
  'packages/streams/src/outbox/outbox-sweeper.stack.test.ts',
  'packages/storage/src/locks/advisory-lock.stack.test.ts',
  'packages/storage/src/sql/answer-limits.stack.test.ts',
  'packages/kafka/src/consumer/kafka-consumer.stack.test.ts',
];

/** It judges everything that all others have stored. */
const last = 'test/invariants/check.test.ts';

/**
 * Those that took longest in the last run first, as jest has noted it; where it has noted nothing, those that are known to take long, then
 * the largest.
 */
export default class HeaviestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const placeOf = ({ path, duration }) => {
  if (path.endsWith(last)) return Infinity;
  const known = heaviest.findIndex((heavy) => path.endsWith(heavy));
  return duration !== undefined || known < 0 ? heaviest.length : known;
};
