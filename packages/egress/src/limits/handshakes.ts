import { ClaimedSlots, type HeldSlots, type SlotClaim, type SlotRequest } from '@loyalty/kernel/shares';
import type { Caller } from '../targets/open-networks.ts';

export interface Handshaker {
  readonly endpoint: string;
  readonly caller: Pick<Caller, 'environmentId'>;
}

export interface Handshakes {
  /** Calls `begin`, now or later, when there is a free slot, or `refuse` if none became free in time. */
  ask(who: Handshaker, then: Pick<SlotRequest, 'begin' | 'refuse'>): HeldSlots;
  /** Refuses all waiting and later calls. */
  close(): void;
}

/** A handshake takes one or two milliseconds of the thread; this many may run in one turn of its loop. */
const whole = 8;
const share = 4;
const endpointShare = 2;
/** A longer handshake only waits for the network, so a silent server does not keep its slot. */
const heldMs = 250;

/**
 * Creates the slots for handshakes. Handshakes are the most expensive work that an endpoint can cause, so few
 * run at once, and each environment has its share of them.
 */
export const createHandshakes = (waitMs: number): Handshakes => {
  const slots = new ClaimedSlots({ waitMs });
  return {
    ask: ({ endpoint, caller: { environmentId } }, { begin, refuse }) => {
      const claims: readonly SlotClaim[] = [
        { key: `endpoint ${endpoint}`, max: endpointShare },
        { key: environmentId, max: share },
        { key: 'all', max: whole },
      ];
      return slots.ask({
        owner: environmentId,
        claims: () => claims,
        refuse,
        begin: (slot) => {
          setTimeout(() => {
            slot.end();
          }, heldMs).unref();
          begin(slot);
        },
      });
    },
    close: () => {
      slots.close();
    },
  };
};
