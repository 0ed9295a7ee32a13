import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import { awaitAll, Fault, groupBy, type MemberId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { type LotGain, lotGainOf, type ReturnedLots, returnLots, type TakenLot } from '@loyalty/rules/lots';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { FactWriter } from '@loyalty/streams/facts';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { type KnownAccount, lockAccountsById } from '../accounts/accounts.ts';
import { insertPostings, updateAccounts } from '../accounts/write-accounts.ts';
import { adjustedFactOf } from '../ledger/adjust-points.ts';
import type { ConfigurationSource } from '../snapshot/configuration-source.ts';
import { expirePointsName } from './expire-points.ts';
import {
  type ExpiredLot,
  markReturned,
  readEnvironmentsOfRun,
  readTaken,
  type TakenCursor,
} from './expired-lots.ts';
import { addLots, type MemberLotGain } from './lots.ts';

interface ReturnPointsOptions {
  readonly db: Queryable;
  readonly configuration: Pick<ConfigurationSource, 'loadAny'>;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  /** The time by a right clock: what is due by then stays expired. */
  readonly nowMs: number;
  /** A dry run counts, and writes nothing. */
  readonly isDryRun: boolean;
  /** It is called after each chunk. */
  readonly onReturned: (counts: ReturnCounts) => void;
}

export interface ReturnCounts {
  readonly lots: number;
  readonly points: number;
  readonly dueLots: number;
  readonly duePoints: number;
  /** The lots of members who are erased. */
  readonly erasedLots: number;
  /** The lots of members who were merged into another one, whose points are elsewhere now. */
  readonly mergedLots: number;
  /** The lots with which the balance would exceed 2^53−1. */
  readonly tooManyLots: number;
}

/**
 * Creates a job that gives back what the run for an instant took (D137): an ADJUST entry and a
 * `points.adjusted` for each lot. A returned lot is marked in the same transaction, under the member's lock,
 * so a repetition finds only the others. The job has the name of the expiry, so that the two never run at the
 * same time.
 */
export const createReturnPointsJob = (
  options: ReturnPointsOptions,
  runAtMs: number,
): Job<Transaction, TakenCursor> => ({
  name: expirePointsName,
  schedule: { dailyAtHourUtc: 1 },
  sizes: { min: 50, max: 1_000, targetMs: 50 },
  environments: () => readEnvironmentsOfRun(options.db, runAtMs),
  chunk: (tx, chunk) => returnChunk(options, tx, chunk),
});

const returnChunk = async (
  options: ReturnPointsOptions,
  tx: Transaction,
  chunk: JobChunk<TakenCursor>,
): Promise<JobChunkResult<TakenCursor>> => {
  const { environmentId, size } = chunk;
  const places = await readTaken(tx, chunk);
  const memberIds = [...new Set(places.map(({ memberId }) => memberId))];
  const last = places.at(-1) ?? null;
  const result = {
    cursor: places.length < size || last === null ? null : { memberId: last.memberId, seq: last.seq },
    taken: places.length,
  };
  if (memberIds.length === 0) return result;
  // Before the locks, because it may have to be read on another connection.
  const snapshot = await options.configuration.loadAny(environmentId);
  if (snapshot === null) throw new Fault('ENVIRONMENT_UNKNOWN', 'points expired in it');
  const accounts = await lockAccountsById(tx, environmentId, memberIds);
  // Again behind the locks: a commit whose response was lost may have given some back.
  const taken = groupBy(await readTaken(tx, chunk), ({ memberId }) => memberId);
  const decided = decide(options, { accounts, taken, snapshot });
  if (!options.isDryRun) await storeReturned(options, tx, { decided, snapshot, chunk });
  const counts = countsOf(decided, accounts, taken);
  return {
    ...result,
    committed: () => {
      options.onReturned(counts);
    },
  };
};

interface DecidedMember {
  readonly member: KnownAccount;
  readonly back: ReturnedLots;
}

type TakenByMember = ReadonlyMap<MemberId, readonly ExpiredLot[]>;

/** Erased members keep what they have. */
const decide = (
  { nowMs: atMs }: ReturnPointsOptions,
  {
    accounts,
    taken,
    snapshot: { secret },
  }: {
    readonly accounts: readonly KnownAccount[];
    readonly taken: TakenByMember;
    readonly snapshot: Snapshot;
  },
): DecidedMember[] =>
  accounts
    .filter(({ account }) => account.state !== 'anonymized')
    .map((member) => {
      const { account } = member;
      return {
        member,
        back: returnLots({ account, taken: taken.get(account.memberId) ?? [], atMs, secret }),
      };
    });

const countsOf = (
  decided: readonly DecidedMember[],
  accounts: readonly KnownAccount[],
  taken: TakenByMember,
): ReturnCounts => {
  const returned = decided.flatMap(({ back }) => back.returned.map(({ lot }) => lot));
  const due = decided.flatMap(({ back }) => back.due);
  const erased = accounts.filter(({ account }) => account.state === 'anonymized');
  const known = new Set(accounts.map(({ account }) => account.memberId));
  return {
    lots: returned.length,
    points: pointsOf(returned),
    dueLots: due.length,
    duePoints: pointsOf(due),
    erasedLots: erased.flatMap(({ account }) => taken.get(account.memberId) ?? []).length,
    mergedLots: [...taken].flatMap(([memberId, lots]) => (known.has(memberId) ? [] : lots)).length,
    tooManyLots: decided.flatMap(({ back }) => back.tooMany).length,
  };
};

const pointsOf = (lots: readonly TakenLot[]): number => lots.reduce((sum, { points }) => sum + points, 0);

interface DecidedChunk {
  readonly decided: readonly DecidedMember[];
  readonly snapshot: Snapshot;
  readonly chunk: JobChunk<TakenCursor>;
}

const storeReturned = async (
  options: ReturnPointsOptions,
  tx: Transaction,
  { decided, snapshot, chunk: { environmentId, atMs: runAtMs } }: DecidedChunk,
): Promise<void> => {
  const atMs = options.nowMs;
  const changed = decided.filter(({ back }) => back.returned.length > 0);
  const entries = changed.flatMap(({ back: { account, returned } }) =>
    returned.map(({ lot, posting }) => ({ memberId: account.memberId, lot, posting })),
  );
  await awaitAll([
    updateAccounts(
      tx,
      changed.map(({ back: { account } }) => ({ environmentId, account, atMs })),
    ),
    insertPostings(
      tx,
      entries.map(({ memberId, posting }) => ({
        environmentId,
        memberId,
        transactionId: null,
        posting,
        atMs,
      })),
    ),
    addLots(
      tx,
      entries.flatMap(({ memberId, lot: { addedAtMs }, posting }) =>
        gainOf(lotGainOf(posting), { environmentId, memberId, addedAtMs }),
      ),
    ),
    markReturned(tx, { environmentId, runAtMs, atMs }, entries),
    options.outbox.add(tx, factsOf(options, changed, { snapshot, atMs })),
  ]);
};

const gainOf = (
  gain: LotGain | null,
  whose: Pick<MemberLotGain, 'environmentId' | 'memberId' | 'addedAtMs'>,
): MemberLotGain[] => (gain === null ? [] : [{ ...gain, ...whose }]);

/** The facts are those of any adjustment, in the bulk lane: no till waits for them. */
const factsOf = (
  { writer }: ReturnPointsOptions,
  changed: readonly DecidedMember[],
  { snapshot, atMs: occurredAtMs }: { readonly snapshot: Snapshot; readonly atMs: number },
): OutgoingMessage[] =>
  changed.flatMap(({ member, back: { returned } }) => {
    const key = member.memberKey.toString('base64url');
    return returned.map(({ posting, factId: id }) => {
      const { points, balanceAfter: pointsBalance, seq: ledgerSeq } = posting;
      const fact = adjustedFactOf({ scope: snapshot, member, points, pointsBalance, ledgerSeq, ref: null });
      return writer.factOf({ id, fact, snapshot, key, occurredAtMs, ledgerSeq }, 'bulk');
    });
  });
