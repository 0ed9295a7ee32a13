import { patienceMs } from './patience.ts';

/**
 * The number of histories that a property plays and a simulation runs: 15 for a developer, 25 for CI, 100 for
 * `npm run test:all`. For a night: `HISTORIES=2000 npm test -- histories properties runtime/simulation`.
 */
// eslint-disable-next-line n/no-process-env -- the runner sets the size of tests, not by a config.ts.
export const historyRuns = Number(process.env['HISTORIES'] ?? 15);

/** The number of seeds of a simulation with losses. With fewer, some mechanism might never be needed. */
export const seedsWithLosses = Math.max(20, Math.ceil(historyRuns / 10));

/** The time-out of a test that plays all histories: two seconds for each on a busy machine. */
export const historiesTimeoutMs = Math.max(3 * patienceMs, 2_000 * historyRuns);

/** From this many histories on, each runs at its whole size. */
const wholeFrom = 100;

/**
 * Returns the size of a test whose effect is visible with a small volume as well as with a large one: floods,
 * receipts, kills. Returns `few` for a developer and for CI, and `whole` with 100 histories or more.
 */
export const sizeOf = <T>(few: T, whole: T): T => (historyRuns < wholeFrom ? few : whole);
