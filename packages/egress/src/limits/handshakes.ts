import type { Caller } from '../targets/open-networks.ts';
import { type AskedTurn, type Claim, Semaphore, type Turn } from './semaphore.ts';

/** The owner of a handshake. */
export interface Handshaker {
  readonly endpoint: string;
  readonly caller: Pick<Caller, 'environmentId'>;
}

/** Slots for TLS handshakes. */
export interface Handshakes {
  /** Calls `begin`, at once or later, when there is a slot, or `refuse` when none became free in time. */
  ask(who: Handshaker, then: Pick<AskedTurn, 'begin' | 'refuse'>): Turn;
  /** Refuses all waiting and later calls. */
  close(): void;
}

/** A handshake takes one or two milliseconds of the thread; this many may run in one turn of the event loop. */
const ofAllMax = 8;
const ofEnvironmentMax = 4;
const ofEndpointMax = 2;
/** A longer handshake waits for the network and costs the thread nothing more, so a silent server does not keep its slot. */
const heldMs = 250;

/**
 * Creates the slots. Handshakes are the most expensive work that an endpoint can cause, so few run at once, and each
 * environment has its share of them.
 */
export const createHandshakes = (waitMs: number): Handshakes => {
  const turns = new Semaphore(waitMs);
  return {
    ask: ({ endpoint, caller: { environmentId } }, { begin, refuse }) => {
      const claims: readonly Claim[] = [
        { key: `endpoint ${endpoint}`, max: ofEndpointMax },
        { key: `environment ${environmentId.toString()}`, max: ofEnvironmentMax },
        { key: 'all', max: ofAllMax },
      ];
      return turns.ask({
        queue: environmentId.toString(),
        claims: () => claims,
        refuse,
        begin: (turn) => {
          setTimeout(() => {
            turn.end();
          }, heldMs).unref();
          begin(turn);
        },
      });
    },
    close: () => {
      turns.close();
    },
  };
};
