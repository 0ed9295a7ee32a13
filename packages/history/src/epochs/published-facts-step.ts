import type { FactDataByType, FactType, TypedFact } from '@loyalty/contracts';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { createShareWeights, type ShareWeights } from '@loyalty/kernel/shares';
import { type Database, writeTransaction } from '@loyalty/storage';
import { noteLeftOut, noteMembersLeftOut, type PublishedFact } from '@loyalty/storage/history';
import { type EnrolledMember, noteEnrolledMembers } from '@loyalty/tables/accounts/enrolled-members';
import { suspendMemberAgain } from '@loyalty/tables/members';
import type { PoolId } from '@loyalty/tables/rewards';
import { type PublishedDraw, skipDrawnCodes } from '@loyalty/tables/rewards/skipped-codes';
import { revokeApiKey } from '@loyalty/tables/tenants';
import { deleteWebhook } from '@loyalty/tables/webhooks/endpoints/endpoint-status';
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
  /** Called after the last fact. */
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
 * Revokes keys, deletes webhooks and suspends members again, as lost commits had done. A later surviving
 * commit, such as a reinstatement, is kept. The facts of an environment beyond its share are left out and
 * counted for the epoch.
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
    for (const taking of takings.all()) {
      signal.throwIfAborted();
      await apply(db, taking);
    }
    if (takings.leftOut > 0) await noteLeftOut(db, epoch, takings.leftOut);
  },
});

/**
 * The newest fact of a subject counts: a fact that gives back is not kept, but removes the one that took
 * away.
 */
const note = (takings: SharedSubjects, fact: PublishedFact): void => {
  const subject = subjectOf(fact);
  if (subject === null) return;
  if (isTakingAway(typedOf(fact))) takings.keep(subject, fact);
  else takings.forget(subject, fact);
};

type Taking = TypedFact<'management.written' | 'member.state_changed'>;

/** The services write no other data (`schemas/facts`), and no other types are read. */
const typedOf = ({ type, data }: PublishedFact): Taking => ({ type, data }) as unknown as Taking;

const isTakingAway = (fact: Taking): boolean => {
  if (fact.type === 'member.state_changed') return fact.data.to === 'suspended';
  const { kind, action } = fact.data;
  return (kind === 'api-key' && action === 'revoked') || (kind === 'webhook' && action === 'deleted');
};

const apply = async (db: Database, published: PublishedFact): Promise<void> => {
  const { environmentId, occurredAtMs: atMs } = published;
  const fact = typedOf(published);
  if (fact.type === 'member.state_changed') {
    const { memberId } = fact.data;
    await writeTransaction(db, (tx) => suspendMemberAgain(tx, environmentId, { memberId, atMs }));
    return;
  }
  const { kind, entityId } = fact.data;
  if (kind === 'api-key') await revokeApiKey(db, environmentId, entityId);
  else await deleteWebhook(db, environmentId, { webhookId: entityId });
};

/** Some 50 MB. */
const usualSubjectsMax = 100_000;

/** The newest fact of each subject, for a bounded number of subjects; one environment may fill a quarter. */
export class SharedSubjects {
  readonly #facts = new Map<string, PublishedFact>();
  readonly #shares: ShareWeights;
  #leftOut = 0;

  constructor(subjectsMax = usualSubjectsMax) {
    this.#shares = createShareWeights({ whole: subjectsMax });
  }

  /** Number of facts that exceeded the capacity. */
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

/** As `memberKeyOf` makes them. */
const memberKeyBytes = 16;

const enrolledIn = ({ environmentId, data, key = '' }: PublishedFact): EnrolledMember[] => {
  const { memberId } = data as unknown as FactDataByType['member.enrolled'];
  const memberKey = Buffer.from(key, 'base64url');
  if (memberKey.length !== memberKeyBytes) return [];
  return [{ environmentId, memberKey, memberId: memberId as MemberId }];
};
