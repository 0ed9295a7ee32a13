import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import { responseKeyOf, type StoredResponse } from '@loyalty/storage/redis';
import { readStoredResponses, readTransactionMembers } from '@loyalty/tables/transactions';
import type { EnginePorts } from './engine-handler.ts';
import { type EngineRequest, requestKeyOf } from './request.ts';

/**
 * A repeat that Redis did not know means that more will follow, so its environment's references are read
 * first.
 */
const lookUpForMs = 10_000;

/** The newest references that this process has processed; 4 MB with references of 128 characters. */
const rememberedMax = 20_000;

/** A stored response and the member whom it belongs to (D123). */
export interface MemberResponse extends StoredResponse {
  /** The 16 bytes of the member's key; empty if no member is found. */
  readonly memberKey: Buffer;
}

interface KnownResponses {
  /** Stored responses, by `responseKey`. The caller may change the map. */
  readonly responses: Map<string, MemberResponse>;
  /** Responses that Redis has and Postgres lacks, by `responseKey`: callers got them in a lost history. */
  readonly published: ReadonlyMap<string, StoredResponse>;
}

/**
 * Reads stored responses. Redis and memory only say which references to read: a hit is a repeat if Postgres
 * has it, and a miss proves nothing. Ingress has just looked up the references of tills, so they are looked
 * up again only after a lost history.
 */
export class StoredResponses {
  readonly #cache: EnginePorts['cache'];
  readonly #clock: Clock;
  readonly #metrics: EnginePorts['metrics'];
  readonly #lostUntilMs: () => number;
  readonly #remembered = new Set<string>();
  #expected: ReadonlySet<string> = new Set();
  readonly #lookedUp = new Map<EnvironmentId, number>();

  constructor({
    cache,
    clock,
    metrics,
    lostUntilMs = () => Infinity,
  }: Pick<EnginePorts, 'cache' | 'clock' | 'metrics' | 'lostUntilMs'>) {
    this.#lostUntilMs = lostUntilMs;
    this.#cache = cache;
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /**
   * Loads responses before anything is locked, in the round trip that begins the transaction. It loads
   * nothing if every request is new.
   */
  async load(tx: Transaction, requests: readonly EngineRequest<unknown>[]): Promise<KnownResponses> {
    const hits = await this.#hitsOf(requests);
    const isKnown = (key: string): boolean => hits.has(key) || this.#remembered.has(key);
    this.#forgetLookedUp();
    const asked = requests.filter(
      ({ responseKey: key, environmentId }) =>
        isKnown(key) || this.#expected.has(key) || this.#lookedUp.has(environmentId),
    );
    if (asked.length === 0) return { responses: new Map(), published: nothing };
    const responses = await readByKey(tx, asked);
    this.#expected = new Set();
    for (const { responseKey: key, environmentId } of asked)
      if (responses.has(key) && !isKnown(key)) this.#lookUpForAWhile(environmentId);
    const published = new Map([...hits].filter(([key]) => !responses.has(key)));
    if (published.size > 0) this.#metrics.count('loyalty_answers_unconfirmed_total', {}, published.size);
    return { responses, published };
  }

  /**
   * Loads responses of refused requests: those are repeats (D15). A refused request inserts no transaction,
   * so no conflict would reveal the repeat.
   */
  async loadOfRefused(
    tx: Transaction,
    refused: readonly EngineRequest<unknown>[],
  ): Promise<ReadonlyMap<string, MemberResponse>> {
    return refused.length === 0 ? nothing : readByKey(tx, refused);
  }

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

  /**
   * Notes that Postgres has these responses although Redis did not, for example after a flush. They are read
   * before the batch runs again.
   */
  expectRepeats(responseKeys: readonly string[]): void {
    this.#expected = new Set(responseKeys);
  }

  #lookUpForAWhile(environmentId: EnvironmentId): void {
    this.#lookedUp.set(environmentId, this.#clock.now());
  }

  /**
   * Forgets look-ups that are old. A clock that was set back also ends a look-up, and does not prolong it.
   */
  #forgetLookedUp(): void {
    const nowMs = this.#clock.now();
    for (const [environmentId, sinceMs] of this.#lookedUp)
      if (nowMs < sinceMs || nowMs >= sinceMs + lookUpForMs) this.#lookedUp.delete(environmentId);
  }
}

const nothing: ReadonlyMap<string, MemberResponse> = new Map();

const noKey = Buffer.alloc(0);

/** Members are read only where the bodies differ: a body names its member, so equal ones have the same. */
const readByKey = async (
  tx: Transaction,
  requests: readonly EngineRequest<unknown>[],
): Promise<Map<string, MemberResponse>> => {
  const stored = await readStoredResponses(tx, requests.map(requestKeyOf));
  if (stored.length === 0) return new Map();
  const byKey = new Map(stored.map((one) => [responseKeyOf(one), one]));
  const differs = ({ responseKey: key, fingerprint }: EngineRequest<unknown>): boolean =>
    byKey.get(key)?.fingerprint.equals(fingerprint) === false;
  const members = await readTransactionMembers(tx, requests.filter(differs).map(requestKeyOf));
  const keys = new Map(members.map((one) => [responseKeyOf(one), one.memberKey]));
  const found = new Map<string, MemberResponse>();
  for (const request of requests) {
    const { responseKey: key } = request;
    const one = byKey.get(key);
    if (one === undefined) continue;
    const memberKey = differs(request) ? (keys.get(key) ?? noKey) : request.memberKey;
    found.set(key, { fingerprint: one.fingerprint, response: one.response, memberKey });
  }
  return found;
};
