import { readOlderSteps, type LockedTierMember } from '@loyalty/accounts';
import { invariant, type EnvironmentId } from '@loyalty/kernel';
import { readTierVersions } from '@loyalty/configuration';
import { isTierPathKnown, tierHistoryOf, type Snapshot, type TierConfiguration } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';

/** Members with what is needed to tell how they came where they are. */
export interface TracedMembers {
  readonly members: readonly LockedTierMember[];
  readonly configurations: ReadonlyMap<EnvironmentId, TierConfiguration>;
}

/** So many entries of all members are read in a transaction: whoever's path is not found by then is told of one move. */
const rowsMax = 100_000;
const rowsOfStatement = 20_000;
/** Of one member, in one read after the other; the last as often as it takes. */
const entriesAtOnce = [64, 256, 1_024, 4_096, 16_384];

/**
 * Reads what members' paths need beyond what was read with their locks: the versions of the tiers, and older entries of their ledgers, in
 * pieces that grow. Nearly always nothing: who has just passed a threshold did so with one of their newest entries.
 */
export const traceMembers = async (
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
    [...snapshots].map(([environmentId, { tiers, secret }]) => [
      environmentId,
      {
        tiers,
        secret,
        history: stored === null ? null : tierHistoryOf(tiers, stored.get(environmentId) ?? []),
      },
    ]),
  );

const isUnclearBy =
  (configurations: Configurations) =>
  (member: LockedTierMember): boolean => {
    const configuration = configurations.get(member.environmentId);
    invariant(configuration !== undefined, 'a member is locked only where the tiers are known');
    return !isTierPathKnown(member, configuration);
  };

/** By their ids. */
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
