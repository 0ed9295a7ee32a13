/** Milliseconds of CLOCK_MONOTONIC, which all processes of a machine share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1_000_000;
