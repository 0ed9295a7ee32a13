import type { Client, Dispatcher } from 'undici';
import type { HeldSlots } from '@loyalty/kernel/shares';
import { addressesOf, type AddressChecks } from '../connections/allowed-addresses.ts';
import type { EndpointPools } from '../connections/endpoint-pools.ts';
import type { AddressLimiter } from '../limits/address-limiter.ts';
import type { Target } from '../targets/target.ts';
import { type AttemptLimits, HttpAttempt } from './attempt.ts';
import { DialError, type PostRequest, type PostResult, SilenceError } from './post-result.ts';
import type { Reach } from './reach.ts';

export interface PostParts extends AddressChecks {
  readonly pools: EndpointPools;
  readonly addressLimiter: AddressLimiter;
  readonly limits: AttemptLimits;
  readonly reach: Pick<Reach, 'note'>;
  readonly isClosed: () => boolean;
}

/**
 * Sends a request. A name with a forbidden address is refused even while a connection to its old address is
 * open.
 */
export const post = (parts: PostParts, request: PostRequest): Promise<PostResult> => {
  const target = parts.pools.targetOf(request, request.url);
  if (target === null || (target.protocol === 'http:' && !request.isHttpAllowed))
    return Promise.resolve(blocked);
  return new Promise((resolve, reject) => {
    new Posting({ parts, request, target, resolve, reject }).begin();
  });
};

/** Registration refuses such a URL. This one came another way, or the rules were tightened since. */
const blocked: PostResult = { outcome: 'failed', failure: 'BLOCKED_ADDRESS', wasSent: false, tookMs: 0 };

interface PostingOptions {
  readonly parts: PostParts;
  readonly request: PostRequest;
  readonly target: Target;
  readonly resolve: (result: PostResult) => void;
  readonly reject: (error: unknown) => void;
}

class Posting {
  readonly #options: PostingOptions;
  readonly #attempt: HttpAttempt;
  #addresses: readonly string[] = [];
  #slots: HeldSlots | null = null;
  #fresh: Client | null = null;

  constructor(options: PostingOptions) {
    this.#options = options;
    const { parts, request, target, resolve, reject } = options;
    this.#attempt = new HttpAttempt(request, parts.limits, {
      settled: (result) => {
        this.#leave();
        this.#noteReach(this.#addresses[0], isReached(result));
        resolve(result);
      },
      refused: (error) => {
        this.#leave();
        reject(error);
      },
      repeat: (attempt) => {
        this.#fresh = parts.pools.createFresh(request, target);
        this.#fresh.dispatch({ ...optionsOf(request, target), reset: true }, attempt);
      },
    });
  }

  begin(): void {
    const { parts, request, target, reject } = this.#options;
    addressesOf(target, { ...parts, caller: request.caller })
      .then((found) => {
        if (found instanceof DialError) this.#fail(found);
        else this.#enter(found);
      })
      .catch(reject);
  }

  #fail(error: DialError): void {
    if (error instanceof SilenceError) this.#noteReach(this.#options.target.host, false);
    if (error.failure === 'NO_TURN') this.#attempt.leave();
    else this.#attempt.fail(error.failure);
  }

  #enter(addresses: readonly string[]): void {
    const { parts, request } = this.#options;
    this.#addresses = addresses;
    this.#slots = parts.addressLimiter.enter({
      addresses,
      environmentId: request.caller.environmentId,
      begin: () => {
        this.#send();
      },
      refuse: () => {
        this.#attempt.leave();
      },
    });
  }

  #send(): void {
    const { parts, request, target } = this.#options;
    if (parts.isClosed()) {
      this.#attempt.leave();
      return;
    }
    this.#attempt.go();
    parts.pools.poolOf(request, target).dispatch(optionsOf(request, target), this.#attempt);
  }

  #noteReach(address: string | undefined, isReachedNow: boolean | null): void {
    const { parts, request } = this.#options;
    if (address === undefined || isReachedNow === null) return;
    const { environmentId } = request.caller;
    parts.reach.note({ address, environmentId, isReached: isReachedNow });
  }

  #leave(): void {
    this.#slots?.end();
    void this.#fresh?.destroy();
  }
}

const optionsOf = ({ headers, body }: PostRequest, { path }: Target): Dispatcher.DispatchOptions => ({
  method: 'POST',
  path,
  body,
  headers,
});

/**
 * Returns null if unknown: on a kept connection that hangs, either the receiver or the network may be silent.
 */
const isReached = (result: PostResult): boolean | null => {
  if (result.outcome !== 'failed') return result.outcome === 'answered' ? true : null;
  const { failure, wasSent } = result;
  if (failure === 'TLS_FAILED' || failure === 'ANSWER_INVALID') return true;
  const isUnreached = failure === 'CONNECT_FAILED' || (failure === 'TIMED_OUT' && !wasSent);
  return isUnreached ? false : null;
};
