import { readStoredResponses, type RequestName } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';
import { answerKey, type StoredResponse, type Transaction } from '@loyalty/storage';
import type { EnginePorts } from './ports.ts';
import type { EngineRequest } from './request.ts';

/** After a repeat that Redis did not know, stored responses are read up front for this long: more will come. */
const lookUpForMs = 10_000;

/**
 * The responses that references were given before. Redis is asked first: a hit is a repeat with its response, a miss proves
 * nothing. Postgres is asked only for a while after it has turned out to know more (after a flush, say).
 */
export class StoredResponses {
  readonly #cache: EnginePorts['cache'];
  readonly #clock: Clock;
  #lookUpUntilMs = 0;

  constructor({ cache, clock }: Pick<EnginePorts, 'cache' | 'clock'>) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** By the requests' `answerKey`; a map of the caller's own. */
  async load(
    tx: Transaction,
    requests: readonly EngineRequest<unknown>[],
  ): Promise<Map<string, StoredResponse>> {
    const responses = await this.#cached(requests);
    if (this.#clock.now() >= this.#lookUpUntilMs) return responses;
    const open = requests.filter((request) => !responses.has(request.answerKey)).map(nameOf);
    for (const stored of await readStoredResponses(tx, open)) {
      responses.set(answerKey(stored.environmentId, stored.operation, stored.ref), stored);
    }
    return responses;
  }

  /** Postgres knew a reference that Redis did not: it is asked up front from now on, for a while. */
  lookUpForAWhile(): void {
    this.#lookUpUntilMs = this.#clock.now() + lookUpForMs;
  }

  async #cached(requests: readonly EngineRequest<unknown>[]): Promise<Map<string, StoredResponse>> {
    const cached = await this.#cache.getAnswers(requests.map((request) => request.answerKey));
    const responses = new Map<string, StoredResponse>();
    requests.forEach((request, at) => {
      const hit = cached[at];
      if (hit !== null && hit !== undefined) responses.set(request.answerKey, hit);
    });
    return responses;
  }
}

const nameOf = ({ environmentId, operation, ref }: EngineRequest<unknown>): RequestName => ({
  environmentId,
  operation,
  ref,
});
