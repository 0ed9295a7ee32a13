import type { OwnStack } from '@loyalty/stack';
import { loyaltyctlJson } from './loyaltyctl.ts';

/** The lag of a consumer group on one partition. */
export interface Lag {
  readonly topic: string;
  readonly partition: number;
  readonly consumerGroup: string;
  /** Records that are not stored yet; null where the topic is gone. */
  readonly lag: number | null;
}

/** Reads the lag of the positions that `loyaltyctl positions list` returns with these filters. */
export const readLags = async (stack: OwnStack, ...filters: readonly string[]): Promise<readonly Lag[]> =>
  (await loyaltyctlJson<{ positions: readonly Lag[] }>(stack, 'positions', 'list', ...filters)).positions;
