import type { RateVerdict } from './credential.ts';

/** Returns the three headers of every authenticated response (D5). */
export const rateHeaders = ({ limit, remaining, resetS }: RateVerdict): Record<string, string> => ({
  'RateLimit-Limit': limit.toString(),
  'RateLimit-Remaining': Math.max(0, Math.floor(remaining)).toString(),
  'RateLimit-Reset': Math.max(0, Math.ceil(resetS)).toString(),
});
