import type { RateVerdict } from './credential.ts';

/** The three headers that every authenticated answer carries (D5). */
export const rateHeaders = ({ limit, remaining, resetS }: RateVerdict): Record<string, string> => ({
  'RateLimit-Limit': limit.toString(),
  'RateLimit-Remaining': Math.max(0, Math.floor(remaining)).toString(),
  'RateLimit-Reset': Math.max(0, Math.ceil(resetS)).toString(),
});
