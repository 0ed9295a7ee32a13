import { createHash } from 'node:crypto';
import type { Clock } from '@loyalty/kernel';
import type { ReadToken, TokenReading } from './bearer-token.ts';

/** A key that its issuer withdraws stops working within this time, as an API key does (D3). */
const keptMs = 10_000;
/** About 5 MB. With more bearers at once than this, some signatures are checked again. */
const readingsMax = 10_000;

interface Kept {
  readonly reading: TokenReading;
  readonly untilMs: number;
}

/**
 * Caches the claims of valid tokens for 10 s, never past their `exp`: checking a signature takes longer than the rest of a
 * read. Stores hashes, never tokens. Refusals are not cached.
 */
export const rememberTokens = (readToken: ReadToken, clock: Clock): ReadToken => {
  const kept = new Map<string, Kept>();

  const keep = (hash: string, reading: TokenReading): void => {
    if (!reading.ok) return;
    const [oldest] = kept.keys();
    if (kept.size >= readingsMax && oldest !== undefined) kept.delete(oldest);
    kept.delete(hash);
    kept.set(hash, { reading, untilMs: Math.min(clock.now() + keptMs, reading.claims.expiresAtMs) });
  };

  return async (token) => {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = kept.get(hash);
    if (known !== undefined && clock.now() < known.untilMs) return known.reading;
    const reading = await readToken(token);
    keep(hash, reading);
    return reading;
  };
};
