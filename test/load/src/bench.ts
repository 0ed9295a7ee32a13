import { runBenchmarks } from './run-benchmarks.ts';
import { endWithOneSentence } from '@loyalty/stack';

/** The benchmarks on small tables: `npm start`, then `npm run bench`. */
await runBenchmarks({
  name: 'bench',
  memberPrefix: 'bench-',
  membersOf: () => 10_000,
  prepare: () => Promise.resolve(),
  others: {},
}).catch(endWithOneSentence);
