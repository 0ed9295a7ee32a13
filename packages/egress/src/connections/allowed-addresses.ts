import { isIP } from 'node:net';
import type { Resolution } from '../names/look-up.ts';
import type { Resolver } from '../names/resolver.ts';
import { DialError, SilenceError } from '../posts/post-result.ts';
import type { AddressPolicy } from '../targets/address-policy.ts';
import type { Caller } from '../targets/open-networks.ts';
import type { Target } from '../targets/target.ts';

export interface AddressChecks {
  readonly policyOf: (caller: Caller) => AddressPolicy;
  readonly resolver: Resolver;
}

interface CallerChecks extends AddressChecks {
  readonly caller: Caller;
}

const dialledMax = 4;

type Verdict = readonly string[] | DialError;

/** Verdicts of policies by resolution, so that each resolution of a name is checked once. */
const verdicts = new WeakMap<Resolution, WeakMap<AddressPolicy, Verdict>>();

/** Resolves a name to the addresses that may be dialled. If one of them is forbidden, the name is refused. */
export const resolveAllowed = async (
  name: string,
  { policyOf, resolver, caller }: CallerChecks,
): Promise<Verdict> => {
  const found = await resolver.resolve(name, caller.environmentId);
  const policy = policyOf(caller);
  const known = verdicts.get(found)?.get(policy);
  if (known !== undefined) return known;
  const verdict = verdictOf(found, policy);
  verdicts.set(found, (verdicts.get(found) ?? new WeakMap<AddressPolicy, Verdict>()).set(policy, verdict));
  return verdict;
};

const verdictOf = (found: Resolution, policy: AddressPolicy): Verdict => {
  if (found.ok)
    return found.addresses.every((address) => policy.allows(address))
      ? found.addresses.slice(0, dialledMax)
      : new DialError('DNS_FAILED');
  if (found.reason === 'NO_TURN') return new DialError('NO_TURN');
  return found.reason === 'SILENT' ? new SilenceError() : new DialError('DNS_FAILED');
};

export const addressesOf = (target: Target, checks: CallerChecks): Promise<Verdict> =>
  isIP(target.host) === 0 ? resolveAllowed(target.host, checks) : Promise.resolve([target.host]);
