import TestSequencer from '@jest/test-sequencer';

/** What takes tens of seconds: begun last, one of them would run on alone while the other workers are idle. */
const heaviest = [
  'packages/engine/src/jobs/job-part.test.ts',
  'packages/messaging/src/stream/simulation.test.ts',
  'packages/shell/src/run-service.test.ts',
  'packages/contracts/src/derived-files.test.ts',
];

/** Jest's own order, but those that take longest come first. */
export default class HeaviestFirst extends TestSequencer {
  sort(tests) {
    const weight = ({ path }) => heaviest.length - heaviest.findIndex((heavy) => path.endsWith(heavy));
    return super
      .sort(tests)
      .toSorted(
        (one, other) => (weight(other) % (heaviest.length + 1)) - (weight(one) % (heaviest.length + 1)),
      );
  }
}
