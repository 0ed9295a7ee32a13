import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import {
  awaitAll,
  type Clock,
  type EnvironmentId,
  Fault,
  groupBy,
  type MemberId,
  uuidMin,
} from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { deductedIn, leftOfEntries, lotGainOf, type MaturedPoints, maturePoints } from '@loyalty/rules/lots';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { FactWriter } from '@loyalty/streams/facts';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { type KnownAccount, lockAccountsById } from '../accounts/accounts.ts';
import { insertPostings, updateAccounts } from '../accounts/write-accounts.ts';
import { type CountActivity, countPostings } from '../activity/activity-counter.ts';
import type { ConfigurationSource } from '../snapshot/configuration-source.ts';
import { addLots } from './lots.ts';
import {
  type DuePlace,
  type PendingRow,
  readDuePending,
  readDuePlaces,
  readEnvironmentsToMature,
  writePending,
} from './pending-points.ts';

interface MaturePointsOptions {
  readonly db: Queryable;
  readonly configuration: Pick<ConfigurationSource, 'loadAny'>;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  readonly clock: Pick<Clock, 'now'>;
  /** Nothing is counted if it is absent. */
  readonly activity?: CountActivity;
  /** The balance would pass 2^53−1: they go on waiting. */
  readonly onPassedOver: (member: WaitingMember) => void;
}

export interface WaitingMember {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly points: number;
}

interface MaturedMember {
  readonly member: KnownAccount;
  readonly back: MaturedPoints<PendingRow>;
}

const maturePointsName = 'mature-points';

/**
 * Creates the job that makes pending points available every minute (D183): an EARN entry of the receipt for
 * each row that is due, and one `points.matured`. It decides under the member's lock and reads the rows again
 * there, so that what a return took meanwhile does not become available. The cursor passes every candidate,
 * so a run ends.
 */
export const createMaturePointsJob = (options: MaturePointsOptions): Job<Transaction, DuePlace> => ({
  name: maturePointsName,
  schedule: { everyMs: 60_000 },
  // Requests for locked members wait for as long as a chunk takes, as with the nightly expiry.
  sizes: { min: 50, max: 1_000, targetMs: 50 },
  environments: () => readEnvironmentsToMature(options.db),
  chunk: (tx, chunk) => matureChunk(options, tx, chunk),
});

/** It is before every place, because times are not negative. */
const beginning: DuePlace = { dueAtMs: -1, memberId: uuidMin as MemberId };

const matureChunk = async (
  options: MaturePointsOptions,
  tx: Transaction,
  { environmentId, atMs, cursor, size: limit }: JobChunk<DuePlace>,
): Promise<JobChunkResult<DuePlace>> => {
  const places = await readDuePlaces(tx, environmentId, { after: cursor ?? beginning, atMs, limit });
  const last = places.at(-1) ?? null;
  let postings: readonly LedgerPosting[] = [];
  const memberIds = [...new Set(places.map(({ memberId }) => memberId))];
  if (last !== null) {
    // Before the locks, because it may have to be read on another connection.
    const snapshot = await options.configuration.loadAny(environmentId);
    if (snapshot === null) throw new Fault('ENVIRONMENT_UNKNOWN', 'members have pending points in it');
    const [accounts, pending] = await awaitAll([
      lockAccountsById(tx, environmentId, memberIds),
      // Up to the last place: a card with thousands of receipts is spread over chunks.
      readDuePending(tx, environmentId, { memberIds, atMs: last.dueAtMs }),
    ]);
    postings = await store(options, tx, { snapshot, accounts, pending });
  }
  return {
    cursor: places.length < limit ? null : last,
    taken: places.length,
    committed: () => {
      countPostings(options.activity, environmentId, postings);
    },
  };
};

interface DueChunk {
  readonly snapshot: Snapshot;
  readonly accounts: readonly KnownAccount[];
  readonly pending: readonly PendingRow[];
}

/** Returns the new entries. */
const store = async (
  options: MaturePointsOptions,
  tx: Transaction,
  due: DueChunk,
): Promise<readonly LedgerPosting[]> => {
  const { environmentId, secret, zone = null } = due.snapshot;
  const atMs = options.clock.now();
  const byMember = groupBy(due.pending, ({ memberId }) => memberId);
  // An erasure by an older build leaves the rows: nothing of them matures, and they go.
  const erased = due.accounts.filter(({ account }) => account.state === 'anonymized');
  const members = due.accounts
    .filter(({ account }) => account.state !== 'anonymized')
    .map((member): MaturedMember => {
      const { account } = member;
      const pending = byMember.get(account.memberId) ?? [];
      return { member, back: maturePoints({ account, pending, atMs, secret, zone }) };
    });
  notePassedOver(options, environmentId, members);
  const changed = members.filter(({ back }) => back.matured.length > 0);
  const matured = changed.flatMap(({ back }) => back.matured);
  const gone = erased.flatMap(({ account }) => byMember.get(account.memberId) ?? []);
  await awaitAll([
    updateAccounts(
      tx,
      changed.map(({ back: { account } }) => ({ environmentId, account, atMs })),
    ),
    insertPostings(
      tx,
      matured.flatMap(({ row: { memberId, transactionId }, postings }) =>
        postings.map((posting) => ({ environmentId, memberId, transactionId, posting, atMs })),
      ),
    ),
    addLots(
      tx,
      matured.flatMap(({ row: { memberId }, ...entries }) =>
        leftOfEntries(entries).flatMap((posting) => {
          const gain = lotGainOf(posting);
          return gain === null ? [] : [{ ...gain, environmentId, memberId, addedAtMs: atMs }];
        }),
      ),
    ),
    writePending(
      tx,
      [...matured.map(({ row }) => row), ...gone].map((row) => ({ ...row, points: 0 })),
    ),
    options.outbox.add(tx, factsOf(options, changed, { snapshot: due.snapshot, atMs })),
  ]);
  return matured.flatMap(({ postings }) => postings);
};

const notePassedOver = (
  { onPassedOver }: MaturePointsOptions,
  environmentId: EnvironmentId,
  members: readonly MaturedMember[],
): void => {
  for (const { member, back } of members)
    for (const { points } of back.tooMany)
      onPassedOver({ environmentId, memberId: member.account.memberId, points });
};

/** One for each entry, in the bulk lane: no till waits for a run. */
const factsOf = (
  { writer }: MaturePointsOptions,
  changed: readonly MaturedMember[],
  { snapshot, atMs: occurredAtMs }: { readonly snapshot: Snapshot; readonly atMs: number },
): OutgoingMessage[] =>
  changed.flatMap(({ member, back: { matured } }) => {
    const key = member.memberKey.toString('base64url');
    return matured.map(({ row, pointsDeducted, pointsBalance, ledgerSeq, factId: id }) => {
      const { memberId, transactionId, points } = row;
      const fact = {
        type: 'points.matured',
        data: { memberId, transactionId, points, ...deductedIn({ pointsDeducted }), pointsBalance },
      } as const;
      return writer.factOf({ id, fact, snapshot, key, occurredAtMs, ledgerSeq }, 'bulk');
    });
  });
