const additions = 20_000_000;
/** A processor that takes longer for them, in milliseconds, is slow: half as fast as those that the waits of tests are made for. */
const slowFromMs = 90;

/**
 * Returns how many test files share one stack. They mostly wait for Kafka, Postgres and time-outs, so there are more than a small
 * machine has processors, and few on a large one. On slow processors eight would keep each other's tills waiting for longer than 3 s.
 */
export const filesAtOnce = (addingMs = timeToAdd()): number => (addingMs < slowFromMs ? 8 : 4);

/** Measures in processor time, so what runs beside hardly counts. */
const timeToAdd = (): number => {
  const begun = process.cpuUsage();
  let sum = 0;
  for (let n = 0; n < additions; n += 1) sum = (sum + n * 7) | 0;
  const { user } = process.cpuUsage(begun);
  return sum === 1 ? Infinity : user / 1_000;
};
