import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import { type Clock, dayMs, type EnvironmentId } from '@loyalty/kernel';
import { type ExpiredLots, expireLots, type LotKey } from '@loyalty/rules/lots';
import type { FactPublisher } from '@loyalty/streams/outbox';
import type { ServerLine } from '../../line.ts';
import type { MemoryTransaction } from '../../memory-database.ts';
import type { MemoryStore } from '../../memory-store.ts';
import type { CachedMember } from './decide-message.ts';
import { isSameLot, MemberTables, type MemberWrite } from './member-tables.ts';
import { addFacts, memberFact } from './simulated-outbox.ts';
import type { Configured } from './simulated-programme.ts';

export interface SimulatedExpiryOptions {
  readonly everyMs: number;
  readonly store: MemoryStore;
  readonly line: ServerLine;
  readonly facts: FactPublisher;
  readonly clock: Pick<Clock, 'now'>;
  readonly configurations: ReadonlyMap<number, Configured>;
}

/**
 * How far runs of minutes look ahead, so that they also see points that are earned just before they are due.
 */
export const lookAheadMs = dayMs;

/** A small nightly expiry: it finds members with lots without a lock, and decides expiry under the lock. */
export class SimulatedExpiry implements Job<MemoryTransaction, string> {
  readonly name = 'expire-points';
  readonly schedule: { readonly everyMs: number };
  readonly sizes = { min: 1, max: 4 };
  readonly #options: SimulatedExpiryOptions;
  readonly #members: MemberTables;

  constructor(options: SimulatedExpiryOptions) {
    this.#options = options;
    this.#members = new MemberTables(options.store);
    this.schedule = { everyMs: options.everyMs };
  }

  environments(): Promise<EnvironmentId[]> {
    const { line, configurations } = this.#options;
    return line.call('list environments', () => [...configurations.keys()].map((id) => id as EnvironmentId));
  }

  async chunk(tx: MemoryTransaction, asked: JobChunk<string>): Promise<JobChunkResult<string>> {
    const keys = await this.#options.store.within(tx, 'find lots', () => candidates(tx, asked));
    await this.#members.lock(tx, keys);
    const held = await this.#members.read(tx, keys);
    const writes = [...held].flatMap(([key, member]) => this.#expire(key, member, asked));
    await this.#members.write(tx, writes);
    const expired = writes.map(({ key, account }) =>
      memberFact(key, `expired ${key} ${account.ledgerSeq.toString()}`),
    );
    const committed = await addFacts(this.#options, tx, expired);
    return { cursor: keys.length < asked.size ? null : (keys.at(-1) ?? null), taken: keys.length, committed };
  }

  #expire(
    key: string,
    { account, lots }: CachedMember,
    { environmentId, atMs }: JobChunk<string>,
  ): MemberWrite[] {
    const { configurations, clock } = this.#options;
    const secret = configurations.get(environmentId)?.snapshot.secret;
    if (account === null || account.state === 'anonymized' || secret === undefined) return [];
    const expired: ExpiredLots = expireLots({ account, lots, atMs: atMs + lookAheadMs, secret });
    if (expired.postings.length === 0) return [];
    const isGone = (lot: LotKey): boolean => expired.gone.some((gone) => isSameLot(gone, lot));
    const { account: after, postings } = expired;
    return [{ key, account: after, postings, lots: lots.filter((lot) => !isGone(lot)), atMs: clock.now() }];
  }
}

/** Returns members of an environment with lots, in the order of their keys. */
const candidates = (tx: MemoryTransaction, { environmentId, cursor, size }: JobChunk<string>): string[] =>
  [...tx.database.lots.rows]
    .filter(([key, lots]) => key.startsWith(`${environmentId.toString()}/`) && lots.length > 0)
    .map(([key]) => key)
    .filter((key) => cursor === null || key > cursor)
    .toSorted()
    .slice(0, size);
