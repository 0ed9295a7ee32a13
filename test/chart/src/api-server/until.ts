import { waitFor } from '@loyalty/kernel';

const withinMs = 120_000;

/** Waits until something holds, with back-off; throws after two minutes. */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const ask = async (): Promise<void> => {
    if (!(await holds())) throw new Error('not yet');
  };
  await waitFor({ ask, signal: AbortSignal.timeout(withinMs), onFailed: () => undefined });
};
