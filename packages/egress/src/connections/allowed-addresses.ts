import { isIP } from 'node:net';
import type { Resolution } from '../names/look-up.ts';
import type { Resolver } from '../names/resolver.ts';
import { DialError, SilenceError } from '../posts/post-result.ts';
import type { AddressPolicy } from '../targets/address-policy.ts';
import type { Caller } from '../targets/open-networks.ts';
import type { Target } from '../targets/target.ts';

export interface Judges {
  readonly policyOf: (caller: Caller) => AddressPolicy;
  readonly resolver: Resolver;
}

export interface JudgesOf extends Judges {
  readonly caller: Caller;
}

/** The most addresses of a name that are dialled. */
const dialledMax = 4;

type Judged = readonly string[] | DialError;

/** Verdicts of policies by resolution, so that each resolution of a name is checked once. */
const judged = new WeakMap<Resolution, WeakMap<AddressPolicy, Judged>>();

/** Returns the addresses at which a name may be dialled. One forbidden address among them refuses the name. */
export const resolveAllowed = async (
  name: string,
  { policyOf, resolver, caller }: JudgesOf,
): Promise<Judged> => {
  const found = await resolver.resolve(name, caller.environmentId);
  const policy = policyOf(caller);
  const known = judged.get(found)?.get(policy);
  if (known !== undefined) return known;
  const verdict = judge(found, policy);
  judged.set(found, (judged.get(found) ?? new WeakMap<AddressPolicy, Judged>()).set(policy, verdict));
  return verdict;
};

const judge = (found: Resolution, policy: AddressPolicy): Judged => {
  if (found.ok)
    return found.addresses.every((address) => policy.allows(address))
      ? found.addresses.slice(0, dialledMax)
      : new DialError('DNS_FAILED');
  if (found.reason === 'NO_TURN') return new DialError('NO_TURN');
  return found.reason === 'SILENT' ? new SilenceError() : new DialError('DNS_FAILED');
};

/** Returns the addresses of a target's host. */
export const addressesOf = (target: Target, judges: JudgesOf): Promise<Judged> =>
  isIP(target.host) === 0 ? resolveAllowed(target.host, judges) : Promise.resolve([target.host]);
