import { loyaltyctlJson } from './loyaltyctl.ts';

/** A dead letter, as an operator sees it. */
export interface SeenLetter {
  readonly topic: string;
  readonly partition: number;
  readonly reason: string;
}

/** Every dead letter that there is; `filters` as those of `loyaltyctl dead-letters list`. */
export const deadLetters = async (...filters: readonly string[]): Promise<readonly SeenLetter[]> => {
  const line = ['dead-letters', 'list', '--limit', '100000', ...filters];
  return (await loyaltyctlJson<{ deadLetters: readonly SeenLetter[] }>(...line)).deadLetters;
};
