import {
  loyaltyctlJson as runJson,
  readLocalStack,
  startLoyaltyctl as start,
  type CtlProcess,
  type CtlRun,
} from '@loyalty/stack';

/** Starts loyaltyctl on the running stack; `input` goes to its standard input. */
export const startLoyaltyctl = (args: readonly string[], input?: Buffer): CtlProcess =>
  start({ root: readLocalStack().root, input }, args);

/** Runs loyaltyctl to its end. */
export const loyaltyctl = (...args: string[]): Promise<CtlRun> => startLoyaltyctl(args).ended;

/** Runs loyaltyctl with --json and returns what it printed; throws when it failed. */
export const loyaltyctlJson = <T>(...args: string[]): Promise<T> =>
  runJson<T>({ root: readLocalStack().root }, args);
