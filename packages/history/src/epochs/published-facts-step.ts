import type { FactDataByType, FactType, TypedFact } from '@loyalty/contracts';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { createShareWeights, type ShareWeights } from '@loyalty/kernel/shares';
import { type Database, writeTransaction } from '@loyalty/storage';
import { noteLeftOut, noteMembersLeftOut, type PublishedFact } from '@loyalty/storage/history';
import { type EnrolledMember, noteEnrolledMembers } from '@loyalty/tables/accounts';
import { deleteWebhook } from '@loyalty/tables/endpoint-status';
import { suspendMemberAgain } from '@loyalty/tables/members';
import type { PoolId } from '@loyalty/tables/rewards';
import { type PublishedDraw, skipDrawnCodes } from '@loyalty/tables/skipped-codes';
import { narrowKeysAgain, type PublishedKey, revokeKeysAgain } from '@loyalty/tables/tenants';
import { subjectOf } from '../facts/fact-effects.ts';
import { type FactLog, readFacts } from '../facts/read-facts.ts';
import { type EpochStep, lostSinceMs, type RaisedEpoch } from './history-part.ts';

/** A repair that follows from facts published before an epoch. It may run twice. */
interface PublishedFactsFollower {
  readonly types: readonly FactType[];
  readonly begin: (epoch: RaisedEpoch) => PublishedFactsReading;
}

/** One reading of the facts. It keeps a bounded number of them, and no environment can fill all of it. */
interface PublishedFactsReading {
  /** Takes facts of its types; facts of one key come in order. */
  take(facts: readonly PublishedFact[]): Promise<void>;
  /** It is called after the last fact. */
  end(signal: AbortSignal): Promise<void>;
}

/** Reads the facts published since the histories parted, once for all followers. */
export const followPublishedFacts = (
  log: FactLog,
  followers: readonly PublishedFactsFollower[],
): EpochStep => ({
  name: 'published-facts',
  run: async (epoch, signal) => {
    const begun = followers.map(({ types, begin }) => ({
      types: new Set<string>(types),
      reading: begin(epoch),
    }));
    await readFacts(log, {
      types: followers.flatMap(({ types }) => types),
      sinceMs: lostSinceMs(epoch),
      signal,
      onPart: async (facts) => {
        for (const { types, reading } of begun)
          await reading.take(facts.filter(({ type }) => types.has(type)));
        return true;
      },
    });
    for (const { reading } of begun) await reading.end(signal);
  },
});

/**
 * Restricts and revokes keys, deletes webhooks and suspends members again, as lost commits had done. A later
 * surviving commit, such as a reinstatement, is kept. The facts of an environment beyond its share are left
 * out and counted for the epoch.
 */
export const reapplyLostWrites = (db: Database, subjectsMax?: number): PublishedFactsFollower => ({
  types: ['management.written', 'member.state_changed'],
  begin: ({ epoch }) => readingOf(db, epoch, new SharedSubjects(subjectsMax)),
});

const readingOf = (db: Database, epoch: string, takings: SharedSubjects): PublishedFactsReading => ({
  take: (facts) => {
    for (const fact of facts) note(takings, fact);
    return Promise.resolve();
  },
  end: async (signal) => {
    const { narrowed, revoked, others } = sorted(takings.all());
    await narrowKeysAgain(db, narrowed);
    await revokeKeysAgain(db, revoked);
    for (const taking of others) {
      signal.throwIfAborted();
      await apply(db, taking);
    }
    if (takings.leftOut > 0) await noteLeftOut(db, epoch, takings.leftOut);
  },
});

/**
 * The newest fact of a subject counts: a fact that gives back is not kept, but removes the one that took
 * away. Nothing gives a key back what it lost, so its revocation stays whatever else is published.
 */
const note = (takings: SharedSubjects, fact: PublishedFact): void => {
  const subject = subjectOf(fact);
  if (subject === null) return;
  const taking = typedOf(fact);
  if (isOfKey(taking)) {
    const { action } = taking.data;
    if (action === 'revoked') takings.keep(`${subject}/revoked`, fact);
    else if (action === 'changed') takings.keep(subject, datedByDatabase(fact));
  } else if (isTakingAway(taking)) takings.keep(subject, fact);
  else takings.forget(subject, fact);
};

type Taking = TypedFact<'management.written' | 'member.state_changed'>;
type KeyFact = TypedFact<'management.written'>;

/** The services write no other data (`schemas/facts`), and no other types are read. */
const typedOf = ({ type, data }: PublishedFact): Taking => ({ type, data }) as unknown as Taking;

const isOfKey = (fact: Taking): fact is KeyFact =>
  fact.type === 'management.written' && fact.data.kind === 'api-key';

/** The clocks of two processes may differ by more than the time between two changes. */
const datedByDatabase = (fact: PublishedFact): PublishedFact => {
  const { id, environmentId, tenantId, type, ledgerSeq, data } = fact;
  const occurredAtMs = instantOf(fieldsOf(data)['updatedAt']) ?? fact.occurredAtMs;
  return { id, environmentId, tenantId, type, occurredAtMs, ledgerSeq, data };
};

/** Returns the fields of the body. */
const fieldsOf = ({ body }: PublishedFact['data']): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};

const instantOf = (text: unknown): number | null => {
  const atMs = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
};

const isTakingAway = (fact: Taking): boolean => {
  if (fact.type === 'member.state_changed') return fact.data.to === 'suspended';
  return fact.data.kind === 'webhook' && fact.data.action === 'deleted';
};

const sorted = (all: readonly PublishedFact[]) => {
  const narrowed: PublishedKey[] = [];
  const revoked: Pick<PublishedKey, 'environmentId' | 'id'>[] = [];
  const others: PublishedFact[] = [];
  for (const published of all) {
    const fact = typedOf(published);
    if (!isOfKey(fact)) others.push(published);
    else if (fact.data.action === 'changed') narrowed.push(keyIn(published, fact.data));
    else revoked.push({ environmentId: published.environmentId, id: fact.data.entityId });
  }
  return { narrowed, revoked, others };
};

/** A field that a body lacks takes nothing away. */
const keyIn = (fact: PublishedFact, { entityId: id }: KeyFact['data']): PublishedKey => {
  const { environmentId, occurredAtMs: updatedAtMs, data } = fact;
  const { name, permissions, role, expiresAt, rateLimitPerMinute: limit } = fieldsOf(data);
  return {
    environmentId,
    id,
    updatedAtMs,
    name: typeof name === 'string' ? name : null,
    // The permissions of `admin` grow with releases: it stands for everything.
    permissions: role === 'admin' || !Array.isArray(permissions) ? null : permissions.map(String),
    role: typeof role === 'string' ? role : null,
    expiresAtMs: instantOf(expiresAt),
    rateLimitPerMinute: typeof limit === 'number' ? limit : null,
  };
};

const apply = async (
  db: Database,
  { environmentId, occurredAtMs: atMs, type, data }: PublishedFact,
): Promise<void> => {
  const fact = { type, data } as unknown as Taking;
  if (fact.type === 'member.state_changed') {
    const { memberId } = fact.data;
    await writeTransaction(db, (tx) => suspendMemberAgain(tx, environmentId, { memberId, atMs }));
  } else await deleteWebhook(db, environmentId, { webhookId: fact.data.entityId });
};

/** This many subjects take about 50 MB. */
const usualSubjectsMax = 100_000;

/** The newest fact of each subject, for a bounded number of subjects; one environment may fill a quarter. */
export class SharedSubjects {
  readonly #facts = new Map<string, PublishedFact>();
  readonly #shares: ShareWeights;
  #leftOut = 0;

  constructor(subjectsMax = usualSubjectsMax) {
    this.#shares = createShareWeights({ whole: subjectsMax });
  }

  /** Returns the number of facts that exceeded the capacity. */
  get leftOut(): number {
    return this.#leftOut;
  }

  all(): readonly PublishedFact[] {
    return [...this.#facts.values()];
  }

  /** Keeps the fact, unless a newer one of the subject is kept. */
  keep(subject: string, fact: PublishedFact): void {
    const known = this.#facts.get(subject);
    if (known !== undefined && known.occurredAtMs > fact.occurredAtMs) return;
    if (known === undefined && this.#shares.isFull(fact.environmentId)) {
      this.#leftOut += 1;
      return;
    }
    this.#facts.set(subject, fact);
    if (known === undefined) this.#shares.add(fact.environmentId, 1);
  }

  /** Forgets the subject's fact, unless it is newer than this one. */
  forget(subject: string, { occurredAtMs }: PublishedFact): void {
    const known = this.#facts.get(subject);
    if (known === undefined || known.occurredAtMs > occurredAtMs) return;
    this.#facts.delete(subject);
    this.#shares.free(known.environmentId, 1);
  }
}

/** Codes or members of one statement. */
const chunkMax = 5_000;

/**
 * Skips codes of pools that lost commits had drawn, because a member may know them. Each part of the log is
 * processed at once, so nothing is kept in memory.
 */
export const skipPublishedCodes = (db: Database): PublishedFactsFollower => ({
  types: ['reward.issued'],
  begin: ({ epoch }) => ({
    take: async (facts) => {
      const draws = facts.flatMap(drawOf);
      for (let at = 0; at < draws.length; at += chunkMax) {
        const chunk = draws.slice(at, at + chunkMax);
        await writeTransaction(db, (tx) => skipDrawnCodes(tx, epoch, chunk));
      }
    },
    end: () => Promise.resolve(),
  }),
});

const drawOf = ({ environmentId, data }: PublishedFact): PublishedDraw[] => {
  const { pool, rewardId } = data as unknown as FactDataByType['reward.issued'];
  if (pool === undefined) return [];
  return [{ environmentId, rewardId, poolId: pool.id as PoolId, place: pool.place }];
};

/** Rows of some 150 bytes, with their index. */
const usualMembersMax = 1_000_000;

/**
 * Notes members whom lost commits had enrolled, with the ids that responses and webhooks named: another record
 * may enrol them now. The members of an environment beyond its share are left out and counted for the epoch.
 */
export const keepMemberIds = (db: Database, membersMax = usualMembersMax): PublishedFactsFollower => ({
  types: ['member.enrolled'],
  begin: ({ epoch }) => {
    const shares = createShareWeights({ whole: membersMax });
    let leftOut = 0;
    const hasRoom = (environmentId: EnvironmentId): boolean => {
      const isTaken = shares.take(environmentId, 1);
      if (!isTaken) leftOut += 1;
      return isTaken;
    };
    return {
      take: async (facts) => {
        const enrolled = facts.flatMap(enrolledIn);
        for (let at = 0; at < enrolled.length; at += chunkMax) {
          const members = enrolled.slice(at, at + chunkMax);
          await writeTransaction(db, (tx) => noteEnrolledMembers(tx, { epoch, members, hasRoom }));
        }
      },
      end: async () => {
        if (leftOut > 0) await noteMembersLeftOut(db, epoch, leftOut);
      },
    };
  },
});

/** A member key from `memberKeyOf` has this many bytes. */
const memberKeyBytes = 16;

const enrolledIn = ({ environmentId, data, key = '' }: PublishedFact): EnrolledMember[] => {
  const { memberId } = data as unknown as FactDataByType['member.enrolled'];
  const memberKey = Buffer.from(key, 'base64url');
  if (memberKey.length !== memberKeyBytes) return [];
  return [{ environmentId, memberKey, memberId: memberId as MemberId }];
};
