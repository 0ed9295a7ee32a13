import type { EnvironmentId } from '@loyalty/kernel';
import { ClaimedSlots, type HeldSlots, type SlotClaim } from '@loyalty/kernel/shares';

/**
 * Limits the requests that run to each address, across all callers. Endpoints that share one victim must not
 * use this system as an amplifier, and callers must not block each other (D118). A request counts at every
 * address of its name, so it is counted wherever it is dialled.
 */
export interface AddressLimiter {
  /** Calls `begin` once every address has a free slot, or `refuse` if one did not become free in time. */
  enter(visit: Visit): HeldSlots;
  /** Refuses all waiting and later calls. */
  close(): void;
}

interface Visit {
  readonly addresses: readonly string[];
  readonly environmentId: EnvironmentId;
  readonly begin: () => void;
  readonly refuse: () => void;
}

interface AddressLimiterOptions {
  readonly perAddressMax: number;
  /** A call that waits longer is refused. */
  readonly waitMs: number;
}

/** This share of the slots at an address is reserved for each environment. */
const ownShare = 1 / 8;
/** While half of the slots are free, an environment may use that many. */
const aloneShare = 1 / 2;

export const createAddressLimiter = ({ perAddressMax, waitMs }: AddressLimiterOptions): AddressLimiter => {
  const slots = new ClaimedSlots({ waitMs });
  const own = Math.max(1, Math.floor(perAddressMax * ownShare));
  const alone = Math.max(1, Math.floor(perAddressMax * aloneShare));
  const claimsAt = (address: string, environmentId: EnvironmentId): SlotClaim[] => [
    {
      key: `${address} of ${environmentId.toString()}`,
      max: slots.countOf(address) < alone ? alone : own,
    },
    { key: address, max: perAddressMax },
  ];
  return {
    enter: ({ addresses, environmentId, begin, refuse }) =>
      slots.ask({
        owner: environmentId,
        begin,
        refuse,
        claims: () => addresses.flatMap((address) => claimsAt(address, environmentId)),
      }),
    close: () => {
      slots.close();
    },
  };
};
