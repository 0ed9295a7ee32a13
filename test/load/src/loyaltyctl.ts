import { loyaltyctlJson, startLoyaltyctl, type LocalStack } from '@loyalty/stack';

/** Runs loyaltyctl on the running stack and returns its JSON. */
export const loyaltyctl = <T>({ root }: LocalStack, ...args: string[]): Promise<T> =>
  loyaltyctlJson<T>({ root }, args);

/** Returns whether this loyaltyctl knows the command. */
export const hasCommand = async ({ root }: LocalStack, ...words: [string, string]): Promise<boolean> => {
  const { code, stdout } = await startLoyaltyctl({ root }, [...words, '--help']).ended;
  return code === 0 && stdout.includes(words.join(' '));
};
