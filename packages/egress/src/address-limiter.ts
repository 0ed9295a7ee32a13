import type { EnvironmentId } from '@loyalty/kernel';
import { Semaphore, type Claim, type Turn } from './semaphore.ts';

/**
 * How many requests are under way to each address, whoever they are for: many endpoints that share one victim must not make an amplifier
 * of us, and nobody keeps others waiting who share an address with them (D118). A request counts at every address that its name stands
 * for, so it is counted wherever it is dialled.
 */
export interface AddressLimiter {
  /** Calls back, at once or later, when every address has room; or that it has had none in time. */
  enter(visit: Visit): Turn;
  /** From now on nobody waits. */
  close(): void;
}

export interface Visit {
  readonly addresses: readonly string[];
  readonly environmentId: EnvironmentId;
  readonly begin: () => void;
  readonly refuse: () => void;
}

export interface AddressRoomOptions {
  /** Requests under way to one address. */
  readonly perAddressMax: number;
  /** Who waits longer is refused. */
  readonly waitMs: number;
}

/** So much of the room at an address is any environment's own. */
const ownPart = 1 / 8;
/** While half of the room is free, an environment may have that. */
const alonePart = 1 / 2;

export const createAddressRoom = ({ perAddressMax, waitMs }: AddressRoomOptions): AddressLimiter => {
  const turns = new Semaphore(waitMs);
  const own = Math.max(1, Math.floor(perAddressMax * ownPart));
  const alone = Math.max(1, Math.floor(perAddressMax * alonePart));
  const claimsAt = (address: string, environmentId: EnvironmentId): Claim[] => [
    {
      key: `${address} of ${environmentId.toString()}`,
      max: turns.countOf(address) < alone ? alone : own,
    },
    { key: address, max: perAddressMax },
  ];
  return {
    enter: ({ addresses, environmentId, begin, refuse }) =>
      turns.ask({
        queue: environmentId.toString(),
        begin,
        refuse,
        claims: () => addresses.flatMap((address) => claimsAt(address, environmentId)),
      }),
    close: () => {
      turns.close();
    },
  };
};
