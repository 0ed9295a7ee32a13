import type { EarningRule } from '../../model/campaign.ts';
import type { RuleOutcome } from './rule-outcome.ts';

type RandomRule = Extract<EarningRule, { readonly type: 'RANDOM' }>;

/**
 * RANDOM: points between both bounds, drawn from campaign and reference (D19). The first 6 bytes of the draw decide
 * whether there is a win, the next 8 how much. A missing probability means 1.
 */
export const randomPoints = (rule: RandomRule, draw: Uint8Array): RuleOutcome => {
  const { buffer, byteOffset, byteLength } = draw;
  const bytes = new DataView(buffer, byteOffset, byteLength);
  const luck = (bytes.getUint32(0) * 0x1_0000 + bytes.getUint16(4)) / 2 ** 48;
  if (rule.probability !== undefined && luck >= rule.probability) return 'PROBABILITY_MISS';
  const choices = BigInt(rule.maxPoints) - BigInt(rule.minPoints) + 1n;
  // 64 bits over at most 2^53 choices: the bias is below 1 in 2,000 for the widest range, and negligible for usual
  // ones.
  return rule.minPoints + Number(bytes.getBigUint64(6) % choices);
};
