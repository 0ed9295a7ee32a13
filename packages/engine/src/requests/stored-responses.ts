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
    const open = requests.filter((request) => !responses.has(request.answerKey));
    for (const [key, stored] of await readByKey(tx, open)) responses.set(key, stored);
    return responses;
  }

  /**
   * Of refused requests those that are repeats all the same: whoever is refused is inserted nowhere, so nothing else would
   * find the answer that they were given before (D15). By their `answerKey`.
   */
  async ofRefused(
    tx: Transaction,
    refused: readonly EngineRequest<unknown>[],
  ): Promise<ReadonlyMap<string, StoredResponse>> {
    return refused.length === 0 ? nothing : readByKey(tx, refused);
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

const nothing: ReadonlyMap<string, StoredResponse> = new Map();

const readByKey = async (
  tx: Transaction,
  requests: readonly EngineRequest<unknown>[],
): Promise<Map<string, StoredResponse>> => {
  const stored = await readStoredResponses(tx, requests.map(nameOf));
  return new Map(stored.map((one) => [answerKey(one.environmentId, one.operation, one.ref), one]));
};

const nameOf = ({ environmentId, operation, ref }: EngineRequest<unknown>): RequestName => ({
  environmentId,
  operation,
  ref,
});
