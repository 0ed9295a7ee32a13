import type { Client, Dispatcher } from 'undici';
import { addressesOf, type Judges } from './allowed-addresses.ts';
import type { AddressRoom, Visit } from './address-room.ts';
import { Attempt, type AttemptLimits } from './attempt.ts';
import { DialError } from './dial-error.ts';
import type { EndpointPools } from './endpoint-pools.ts';
import type { PostRequest, PostResult } from './post-result.ts';
import type { Target } from './target.ts';

/** What every POST of one egress shares. */
export interface PostParts extends Judges {
  readonly pools: EndpointPools;
  readonly room: AddressRoom;
  readonly limits: AttemptLimits;
}

/**
 * Reads the URL, resolves and judges its name, waits for room at its addresses, sends. The name is resolved for each attempt,
 * from the cache mostly: a name that has turned bad is refused although a connection to its old address is open.
 */
export const post = (parts: PostParts, request: PostRequest): Promise<PostResult> => {
  const target = parts.pools.targetOf(request.endpoint, request.url);
  return target === null ? Promise.resolve(blocked) : send(parts, request, target);
};

/** Registration refuses such a URL: this one came another way, or the operator allows less than before. */
const blocked: PostResult = { outcome: 'failed', failure: 'BLOCKED_ADDRESS', wasSent: false, tookMs: 0 };

const send = (parts: PostParts, request: PostRequest, target: Target): Promise<PostResult> =>
  new Promise((resolve, reject) => {
    const { pools, room, limits } = parts;
    let visit: Visit | null = null;
    let fresh: Client | null = null;
    const leave = (): void => {
      if (visit !== null) room.leave(visit);
      void fresh?.destroy();
    };
    const attempt = new Attempt(request, limits, {
      settled: (result) => {
        leave();
        resolve(result);
      },
      refused: (error) => {
        leave();
        reject(error);
      },
      repeat: () => {
        fresh = pools.createFresh(target);
        fresh.dispatch({ ...optionsOf(request, target), reset: true }, attempt);
      },
    });
    const start = (addresses: readonly string[] | DialError): void => {
      if (attempt.isOver) return;
      if (addresses instanceof DialError) {
        attempt.fail(addresses.failure);
        return;
      }
      const entered = (): void => {
        pools.poolOf(request.endpoint, target).dispatch(optionsOf(request, target), attempt);
      };
      visit = { addresses, entered };
      room.enter(visit);
    };
    addressesOf(target, parts).then(start).catch(reject);
  });

const optionsOf = ({ headers, body }: PostRequest, { path }: Target): Dispatcher.DispatchOptions => ({
  ...{ method: 'POST', path, body, headers },
});
