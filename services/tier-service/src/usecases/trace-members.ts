import { type EnvironmentId, invariant } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { isTierPathKnown, lostTiers, type TierConfiguration, tierHistoryOf } from '@loyalty/rules/tiers';
import type { Transaction } from '@loyalty/storage';
import {
  lockLostRewards,
  type LockedTierMember,
  readOlderSteps,
  readTierVersions,
} from '@loyalty/tables/tiers';

interface TracedMembers {
  readonly members: readonly LockedTierMember[];
  readonly configurations: ReadonlyMap<EnvironmentId, TierConfiguration>;
}

/** A member whose path is not found within a transaction's entries gets one announcement. */
const rowsMax = 100_000;
const rowsOfStatement = 20_000;
/** Entries of a member in each further read; the last number is repeated. */
const entriesAtOnce = [64, 256, 1_024, 4_096, 16_384];

/**
 * Reads what members' paths need beyond the rows that were read with their locks, in growing pieces, and
 * locks the rewards of tiers that they lost. Nearly always neither is needed, because a member who has just
 * passed a threshold did so with one of the newest entries, and upwards.
 */
export const traceMembers = async (
  tx: Transaction,
  members: readonly LockedTierMember[],
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
): Promise<TracedMembers> => {
  const traced = await tracePaths(tx, members, snapshots);
  const lost = traced.members.flatMap((member) => {
    const { environmentId, memberId } = member;
    const tierIds = lostTiers(member, configurationOf(traced.configurations, member));
    return tierIds.map((tierId) => ({ environmentId, memberId, tierId }));
  });
  return { ...traced, members: await lockLostRewards(tx, traced.members, lost) };
};

const tracePaths = async (
  tx: Transaction,
  members: readonly LockedTierMember[],
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
): Promise<TracedMembers> => {
  const recent = configurationsOf(snapshots, null);
  const unclear = members.filter(isUnclearBy(recent));
  if (unclear.length === 0) return { members, configurations: recent };
  const environmentIds = [...new Set(unclear.map(({ environmentId }) => environmentId))];
  const configurations = configurationsOf(snapshots, await readTierVersions(tx, environmentIds));
  const deeper = await readDeeper(tx, unclear.filter(isUnclearBy(configurations)), configurations);
  return { members: members.map((member) => deeper.get(member.memberId) ?? member), configurations };
};

type Configurations = TracedMembers['configurations'];
type StoredVersions = Awaited<ReturnType<typeof readTierVersions>>;

const configurationsOf = (
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
  stored: StoredVersions | null,
): Configurations =>
  new Map(
    [...snapshots].map(([environmentId, { tiers, secret, currency }]) => [
      environmentId,
      {
        tiers,
        secret,
        currency,
        history: stored === null ? null : tierHistoryOf(tiers, stored.get(environmentId) ?? []),
      },
    ]),
  );

const isUnclearBy =
  (configurations: Configurations) =>
  (member: LockedTierMember): boolean =>
    !isTierPathKnown(member, configurationOf(configurations, member));

const configurationOf = (
  configurations: Configurations,
  { environmentId }: Pick<LockedTierMember, 'environmentId'>,
): TierConfiguration => {
  const configuration = configurations.get(environmentId);
  invariant(configuration !== undefined, 'a member is locked only where the tiers are known');
  return configuration;
};

type Deeper = ReadonlyMap<LockedTierMember['memberId'], LockedTierMember>;

const readDeeper = async (
  tx: Transaction,
  unclear: readonly LockedTierMember[],
  configurations: Configurations,
): Promise<Deeper> => {
  const deeper = new Map<LockedTierMember['memberId'], LockedTierMember>();
  let open = unclear.filter(({ isLedgerWhole }) => !isLedgerWhole);
  let rows = 0;
  for (let n = 0; open.length > 0 && rows < rowsMax; n += 1) {
    const entries = entriesAtOnce.at(Math.min(n, entriesAtOnce.length - 1)) ?? 0;
    const members = open.slice(0, Math.ceil((rowsMax - rows) / entries));
    rows += members.length * entries;
    const read = await readOlder(tx, members, entries);
    for (const member of read) deeper.set(member.memberId, member);
    open = read.filter(({ isLedgerWhole }) => !isLedgerWhole).filter(isUnclearBy(configurations));
  }
  return deeper;
};

const readOlder = async (
  tx: Transaction,
  members: readonly LockedTierMember[],
  entries: number,
): Promise<LockedTierMember[]> => {
  const size = Math.ceil(rowsOfStatement / entries);
  const read: LockedTierMember[] = [];
  for (let at = 0; at < members.length; at += size)
    read.push(...(await readOlderSteps(tx, members.slice(at, at + size), entries)));
  return read;
};
