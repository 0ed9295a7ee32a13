import { defineDrill } from '@loyalty/stack/drill';
import { largeBench } from './large/large-bench.ts';
import { options } from './options.ts';
import { runBenchmarks, type BenchKind } from './run-benchmarks.ts';

const about = `
Measures this service and an ordinary one in turn on a running stack (npm start), and prints ratios.`;

/** Runs on small tables. */
const smallBench: BenchKind = {
  name: 'bench',
  memberPrefix: 'bench-',
  membersOf: () => 10_000,
  prepare: () => Promise.resolve(),
  others: {},
};

/** This service against an ordinary one. */
export const drill = defineDrill({
  about,
  options,
  run: (values) => runBenchmarks(values.large ? largeBench : smallBench, values),
});
