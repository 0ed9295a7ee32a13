/**
 * How many histories a property plays and a simulation runs. Where a developer waits: 40. `npm run test:all`, and so CI: 200. For a
 * night: `HISTORIES=2000 npm test -- histories properties simulation.test`.
 */
// eslint-disable-next-line n/no-process-env -- the runner sets the size of tests, not by a config.ts.
export const historyRuns = Number(process.env['HISTORIES'] ?? 40);

/** From so many histories on, nothing is left out. */
const wholeFrom = 200;

/**
 * How much of something a test does that shows with a little of it what it shows with much: the floods, the receipts, the kills. `few`
 * where a developer waits, `whole` wherever there are 200 histories or more.
 */
export const sizeOf = (few: number, whole: number): number => (historyRuns < wholeFrom ? few : whole);
