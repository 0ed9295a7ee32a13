import { isIP } from 'node:net';
import { systemClock } from '@loyalty/kernel';
import type { AddressPolicy } from './address-policy.ts';
import { DialError } from './dial-error.ts';
import type { Resolver } from './resolver.ts';
import type { Target } from './target.ts';

export interface Judges {
  readonly policy: AddressPolicy;
  readonly resolver: Resolver;
}

/** At most so many addresses of a name are dialled. */
const addressesMax = 4;

/** The addresses that a name may be dialled at. One bad address among all of its answers refuses the name. */
export const resolveAllowed = async (
  name: string,
  { policy, resolver }: Judges,
): Promise<readonly string[] | DialError> => {
  const found = await resolver.resolve(name);
  if (!found.ok) return new DialError(found.failure);
  return found.addresses.every((address) => policy.allows(address))
    ? found.addresses.slice(0, addressesMax)
    : new DialError('BLOCKED_ADDRESS');
};

/** The addresses of a target's host. */
export const addressesOf = (target: Target, judges: Judges): Promise<readonly string[] | DialError> =>
  isIP(target.host) === 0 ? resolveAllowed(target.host, judges) : Promise.resolve([target.host]);

/** Longer than this nobody who registers a URL is kept waiting for a name server. */
const registrationMs = 1_000;

/**
 * Whether a target's name stands for addresses that may be called, asked when it is registered. UNKNOWN: it has no address now,
 * or its name server did not answer within a second; such a name is accepted, because each attempt judges it anew.
 */
export const judgeTarget = async (
  target: Target,
  judges: Judges,
): Promise<'ALLOWED' | 'BLOCKED' | 'UNKNOWN'> => {
  const waiting = new AbortController();
  const silence = systemClock.sleep(registrationMs, waiting.signal).then(() => null);
  const found = await Promise.race([addressesOf(target, judges), silence]);
  waiting.abort();
  if (found === null) return 'UNKNOWN';
  if (!(found instanceof DialError)) return 'ALLOWED';
  return found.failure === 'BLOCKED_ADDRESS' ? 'BLOCKED' : 'UNKNOWN';
};
