import { type RandomNumber, seededRandom } from '@loyalty/kernel/testing';
import type { OwnStack } from '@loyalty/stack';
import { ask } from '../ask.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { Client } from '../load/client.ts';
import { drawWanted, fundSavers, type Shoppers } from '../load/draw-operation.ts';
import type { Journal } from '../load/journal.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { evaluateOf, type Operation, redeemOf } from '../load/operations.ts';
import { sendJournaled } from '../load/send-journaled.ts';
import type { Violations } from '../violations.ts';
import { Attempts, type MixedKind } from './operation-figures.ts';
import { sendBulk } from './send-bulk.ts';
import type { TenantProducer } from './tenant-producer.ts';

/** Of 400 operations, this many are of each kind; the others are evaluates. */
const shares: readonly (readonly [MixedKind, number])[] = [
  ['redeem', 80],
  ['stream', 40],
  ['bulk', 10],
  ['refresh', 1],
];
const shareOf = 400;
const bulkItems = 20;
const saversCount = 40;
/** More than are open at once while every request takes a second. */
const connections = 400;
/** Idle connections are closed within the pause of a process that stops: none is in use by then that the process does not know of. */
const habits = { pauseMs: 1_000, requestsPerConnection: 100, idleMs: 1_000 };
/** A refresh has its response within 25 s. */
const refreshHabits = { ...habits, patienceMs: 30_000 };

export interface MixedLoadOptions {
  readonly stack: OwnStack;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly producer: TenantProducer;
  readonly streamTenant: FaultTenant;
  readonly journal: Journal;
  readonly violations: Violations;
  readonly seed: number;
}

/** The steady load of a run, of all kinds of operations. */
export class MixedLoad {
  readonly attempts = new Attempts();
  readonly #options: MixedLoadOptions;
  readonly #client: Client;
  readonly #refreshing: Client;
  readonly #random: RandomNumber;
  readonly #segmentIds: readonly string[];
  #shoppers: Shoppers;
  #come = 0;

  /** Gives members points to burn, and finds the segments to refresh. */
  static async prepare(options: MixedLoadOptions): Promise<MixedLoad> {
    const { stack, tenants, journal } = options;
    const { text } = await ask({ stack, tenant: tenants[0] }, { method: 'GET', path: '/segments' });
    const { segments } = JSON.parse(text) as { readonly segments: readonly { readonly id: string }[] };
    const load = new MixedLoad(
      options,
      segments.map(({ id }) => id),
    );
    const savers = await fundSavers({ client: load.#client, journal, tenants }, saversCount);
    load.#shoppers = { random: load.#random, tenants, savers };
    return load;
  }

  private constructor(options: MixedLoadOptions, segmentIds: readonly string[]) {
    const { stack, tenants, violations, seed } = options;
    const { baseUrl } = stack.now();
    this.#options = options;
    this.#segmentIds = segmentIds;
    this.#random = seededRandom(seed);
    this.#shoppers = { random: this.#random, tenants, savers: { count: 0, ids: new Map() } };
    this.#client = new Client(baseUrl, connections, violations, habits);
    this.#refreshing = new Client(baseUrl, connections, violations, refreshHabits);
    for (const client of [this.#client, this.#refreshing]) {
      // Times are judged as a whole.
      client.excusedUntilMs = Infinity;
      client.onAttempt = ({ path, sentMs, tookMs, isAcknowledged, isBroken }) => {
        const failed = isBroken ? 'cut' : 'failed';
        this.attempts.note({ kind: kindOf(path), sentMs, tookMs, outcome: isAcknowledged ? 'done' : failed });
      };
    }
  }

  /** Sends operations at a steady rate, whatever becomes of those before, until `signal` aborts; then waits for them all. */
  run(perSecond: number, signal: AbortSignal): Promise<void> {
    const kinds = this.#kindsInTurn();
    return runOpenLoop(perSecond, (n) => this.#begin(kinds[n % kinds.length] ?? 'evaluate'), signal);
  }

  /** The refusals so far, a line each. */
  refusals(): string[] {
    return [this.#client, this.#refreshing].flatMap(({ refusals }) =>
      [...refusals].map(([refusal, count]) => `  refused with ${refusal}: ${count.toString()}`),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#refreshing.close()]);
  }

  /** Spreads each kind evenly. */
  #kindsInTurn(): readonly MixedKind[] {
    const kinds = Array.from({ length: shareOf }, (): MixedKind => 'evaluate');
    for (const [kind, share] of shares)
      for (let n = 0; n < share; n += 1) placeFrom(kinds, Math.floor((n * shareOf) / share), kind);
    return kinds;
  }

  async #begin(kind: MixedKind): Promise<void> {
    this.#come += 1;
    const ref = `${kind}-${this.#come.toString()}`;
    const to = { client: this.#client, journal: this.#options.journal };
    switch (kind) {
      case 'evaluate':
        await sendJournaled(to, this.#receipt(ref));
        return;
      case 'redeem':
        await sendJournaled(to, redeemOf(drawWanted('saver', ref, this.#shoppers)));
        return;
      case 'bulk':
        await this.#bulk(ref);
        return;
      case 'stream':
        await this.#stream(ref);
        return;
      case 'refresh':
        await this.#refresh();
    }
  }

  #receipt(ref: string): Operation {
    return evaluateOf(drawWanted('any', ref, this.#shoppers), this.#random);
  }

  async #bulk(ref: string): Promise<void> {
    const { tenants, journal } = this.#options;
    const [tenant] = tenants;
    const shoppers = { random: this.#random, tenants: [tenant], savers: this.#shoppers.savers } as const;
    const receipts = Array.from({ length: bulkItems }, (_, item) =>
      evaluateOf(drawWanted('any', `${ref}-${item.toString()}`, shoppers), this.#random),
    );
    await sendBulk({ client: this.#client, journal, tenant }, receipts, (sentMs) => {
      const tookMs = performance.now() - sentMs;
      this.attempts.note({ kind: 'bulk', sentMs, tookMs, outcome: 'failed' });
    });
  }

  async #stream(ref: string): Promise<void> {
    const { streamTenant, producer } = this.#options;
    const sentMs = performance.now();
    const memberRef = `streamed-${(this.#come % streamedMembers).toString()}`;
    const isStored = await producer.send(evaluateOf({ tenant: streamTenant, ref, memberRef }, this.#random));
    const tookMs = performance.now() - sentMs;
    this.attempts.note({ kind: 'stream', sentMs, tookMs, outcome: isStored ? 'done' : 'failed' });
  }

  async #refresh(): Promise<void> {
    const [tenant] = this.#options.tenants;
    const segmentId = this.#segmentIds[this.#come % this.#segmentIds.length] ?? '';
    const path = `/v1/tenants/${tenant.tenantId}/segments/${segmentId}/refresh`;
    await this.#refreshing.send({ tenant, path, body: '{}' });
  }
}

const streamedMembers = 500;

const kindOf = (path: string): MixedKind => {
  if (path.endsWith('/redeem')) return 'redeem';
  if (path.endsWith('/bulk')) return 'bulk';
  return path.endsWith('/refresh') ? 'refresh' : 'evaluate';
};

/** Puts a kind into the first free place from here on. */
const placeFrom = (kinds: MixedKind[], from: number, kind: MixedKind): void => {
  for (let n = 0; n < kinds.length; n += 1) {
    const place = (from + n) % kinds.length;
    if (kinds[place] !== 'evaluate') continue;
    kinds[place] = kind;
    return;
  }
};
