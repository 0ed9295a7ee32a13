import type { Caller } from './caller.ts';
import { Semaphore, type AskedTurn, type Claim, type Turn } from './semaphore.ts';

/** Whose handshake. */
export interface Handshaker {
  readonly endpoint: string;
  readonly caller: Pick<Caller, 'environmentId'>;
}

/** Turns to shake hands for TLS. */
export interface Handshakes {
  /** Calls back at once or later: `begin` when one may, `refuse` when one's turn has not come in time. */
  ask(who: Handshaker, then: Pick<AskedTurn, 'begin' | 'refuse'>): Turn;
  /** From now on nobody waits. */
  close(): void;
}

/** A handshake takes one or two milliseconds of the thread: so many may come to it in one turn of the event loop. */
const ofAllMax = 8;
const ofEnvironmentMax = 4;
const ofEndpointMax = 2;
/** What takes longer waits for the network and costs the thread nothing more: a place is not held by who keeps silent. */
const heldMs = 250;

/** Handshakes are the dearest that a stranger can have us do: there are few at once, and each environment has its share of them. */
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
