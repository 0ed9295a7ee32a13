import { readStoredResponses, type RequestKey } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';
import { responseKey, type StoredResponse, type Transaction } from '@loyalty/storage';
import type { EnginePorts } from './ports.ts';
import type { EngineRequest } from './request.ts';

/** After a repeat that Redis did not know, stored responses are read up front for this long: more will come. */
const lookUpForMs = 10_000;

/** Answered last by this process; 4 MB with references of 128 characters. */
const rememberedMax = 20_000;

/** What is known of the references of a batch. */
export interface KnownResponses {
  /** What they were answered before, by the requests' `answerKey`; a map of the caller's own. */
  readonly responses: Map<string, StoredResponse>;
  /** What Redis says they were answered, and Postgres does not have: in a history that is lost. By the requests' `answerKey`. */
  readonly told: ReadonlyMap<string, StoredResponse>;
}

/**
 * The responses that references were given before. Redis, or what this process remembers, only says which of them to look up: a hit is a
 * repeat once Postgres has it, a miss proves nothing. References of tills were looked up in Redis milliseconds ago, by who took them:
 * it is asked for them where a lost history may have answered them. For a while after Postgres has turned out to know more than Redis (after a flush, say), all are looked up.
 */
export class StoredResponses {
  readonly #cache: EnginePorts['cache'];
  readonly #clock: Clock;
  readonly #metrics: EnginePorts['metrics'];
  readonly #lostUntilMs: () => number;
  /** Keys of answers, oldest first. */
  readonly #remembered = new Set<string>();
  #lookUpUntilMs = 0;

  constructor({ cache, clock, metrics, lostUntilMs = () => Infinity }: StoredResponsesPorts) {
    this.#lostUntilMs = lostUntilMs;
    this.#cache = cache;
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /** Asks Postgres before anything is locked, in the flight that begins the transaction; not at all while every reference is new. */
  async load(tx: Transaction, requests: readonly EngineRequest<unknown>[]): Promise<KnownResponses> {
    const hits = await this.#hitsOf(requests);
    const isAsked = this.#clock.now() < this.#lookUpUntilMs;
    const asked = isAsked
      ? requests
      : requests.filter(({ responseKey: key }) => hits.has(key) || this.#remembered.has(key));
    if (asked.length === 0) return { responses: new Map(), told: nothing };
    const responses = await readByKey(tx, asked);
    const told = new Map([...hits].filter(([key]) => !responses.has(key)));
    if (told.size > 0) this.#metrics.count('loyalty_answers_unconfirmed_total', {}, told.size);
    return { responses, told };
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

  /** These were answered, and it is committed. */
  remember(responseKeys: readonly string[]): void {
    for (const key of responseKeys) this.#remembered.add(key);
    for (const key of this.#remembered) {
      if (this.#remembered.size <= rememberedMax) return;
      this.#remembered.delete(key);
    }
  }

  async #hitsOf(all: readonly EngineRequest<unknown>[]): Promise<Map<string, StoredResponse>> {
    const lostUntilMs = this.#lostUntilMs();
    const requests = all.filter(
      ({ message: { lane, record } }) => lane === 'bulk' || record.timestamp <= lostUntilMs,
    );
    const cached = await this.#cache.getResponses(requests.map((request) => request.responseKey));
    const hits = new Map<string, StoredResponse>();
    requests.forEach((request, at) => {
      const hit = cached[at];
      if (hit !== null && hit !== undefined) hits.set(request.responseKey, hit);
    });
    return hits;
  }

  /** Postgres knew a reference that Redis did not: it is asked up front from now on, for a while. */
  lookUpForAWhile(): void {
    this.#lookUpUntilMs = this.#clock.now() + lookUpForMs;
  }
}

type StoredResponsesPorts = Pick<EnginePorts, 'cache' | 'clock' | 'metrics' | 'lostUntilMs'>;

const nothing: ReadonlyMap<string, StoredResponse> = new Map();

const readByKey = async (
  tx: Transaction,
  requests: readonly EngineRequest<unknown>[],
): Promise<Map<string, StoredResponse>> => {
  const stored = await readStoredResponses(tx, requests.map(nameOf));
  return new Map(stored.map((one) => [responseKey(one.environmentId, one.operation, one.ref), one]));
};

const nameOf = ({ environmentId, operation, ref }: EngineRequest<unknown>): RequestKey => ({
  environmentId,
  operation,
  ref,
});
