import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { tierOf } from '@loyalty/rules/tiers';
import {
  environmentsIn,
  lanesOf,
  type MemberUpdate,
  observeFollowerDelay,
  oldestFactAtMs,
} from '@loyalty/service/facts';
import { lockEnvironmentsShared, type Transaction } from '@loyalty/storage';
import type { BatchHandler, Message } from '@loyalty/streams';
import {
  lockTierMembers,
  readSilentEnvironments,
  readTierStates,
  type TierState,
} from '@loyalty/tables/tiers';
import type { Metrics } from '@loyalty/telemetry/metrics';
import {
  countTierRewards,
  emptyTierPlan,
  planTiers,
  storeTiers,
  type TierPlan,
  type TierPorts,
} from './plan-tiers.ts';
import { traceMembers } from './trace-members.ts';

type Ports = TierPorts;

interface TierBatchOptions extends Ports {
  readonly metrics: Pick<Metrics, 'observe'>;
}

interface TierBatchPlan extends TierPlan {
  /** The time is from the broker's clock; it is null without an interactive fact. */
  readonly oldestAtMs: number | null;
}

/**
 * Creates the handler of batches. A fact only says which member to recheck; the state is read from Postgres.
 * Nearly always no tier has changed: then nothing is locked, and only the positions advance.
 */
export const createTierBatch = (
  ports: TierBatchOptions,
): BatchHandler<MemberUpdate<true>, Transaction, TierBatchPlan> => {
  const announced = new AnnouncedEnvironments();
  const unlocked = new UnlockedStates(ports);
  return {
    plan: async (tx, batch) => {
      const movers = await unlocked.moversAmong(tx, batch);
      const plan =
        movers.length === 0
          ? emptyTierPlan
          : await decide(ports, tx, {
              movers: await announced.among(tx, movers),
              laneOf: lanesOf(batch, nameOf),
            });
      return { ...plan, oldestAtMs: oldestFactAtMs(batch) };
    },
    store: storeTiers,
    hasEffect: () => unlocked.hasTiers,
    effectsOf: ({ facts }) => ({ facts, replies: [], rejected: [] }),
    committed: ({ oldestAtMs, rewards }) => {
      observeFollowerDelay(ports, oldestAtMs);
      countTierRewards(ports.activity, { rewards });
    },
    // No `giveUp`: the member's next purchase, or `loyaltyctl tiers retier`, checks them again.
  };
};

/** Reads states without locks, possibly by older tiers: a change of tiers rechecks all members. */
class UnlockedStates {
  readonly #ports: Ports;
  /** Had tiers the last time: their members are read together with the version, in one round trip. */
  #tiered: ReadonlySet<EnvironmentId> = new Set();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** It is true if an environment of the last batch has tiers. */
  get hasTiers(): boolean {
    return this.#tiered.size > 0;
  }

  /**
   * Environments without tiers are skipped, and no key of their members is read: creating the first tier requests a
   * retiering.
   */
  async moversAmong(tx: Transaction, batch: readonly Message<MemberUpdate<true>>[]): Promise<TierState[]> {
    const isExpected = ({ environmentId }: MemberUpdate<true>): boolean => this.#tiered.has(environmentId);
    const [snapshots, states] = await awaitAll([
      this.#ports.configuration.loadNewest(tx, environmentsIn(batch)),
      readStates(tx, membersOf(batch, isExpected)),
    ]);
    const isTiered = ({ environmentId }: Pick<TierState, 'environmentId'>): boolean =>
      (snapshots.get(environmentId)?.tiers.length ?? 0) > 0;
    const others = await readStates(
      tx,
      membersOf(batch, (one) => isTiered(one) && !isExpected(one)),
    );
    this.#tiered = new Set([...snapshots.keys()].filter((environmentId) => isTiered({ environmentId })));
    return [...states, ...others].filter((look) => {
      const snapshot = snapshots.get(look.environmentId);
      return snapshot !== undefined && isTiered(look) && hasMoved(look, snapshot);
    });
  }
}

const readStates = (tx: Transaction, members: readonly MemberUpdate<true>[]): Promise<TierState[]> =>
  members.length === 0 ? Promise.resolve([]) : readTierStates(tx, members);

const hasMoved = ({ state, lifetimePoints, announced }: TierState, { tiers }: Snapshot): boolean =>
  state !== 'anonymized' && tierOf(tiers, lifetimePoints) !== announced;

/**
 * Takes the environment lock, then reads tiers, then members: this sees the result of a retiering, and the
 * tiers that it used.
 */
const decide = async (
  { configuration, writer, clock }: Ports,
  tx: Transaction,
  { movers, laneOf }: { readonly movers: readonly TierState[]; readonly laneOf: ReturnType<typeof lanesOf> },
): Promise<TierPlan> => {
  const environmentIds = environmentsOf(movers);
  if (environmentIds.length === 0) return emptyTierPlan;
  await lockEnvironmentsShared(tx, 'tiers', environmentIds);
  const snapshots = await configuration.loadNewest(tx, environmentIds);
  const { members, configurations } = await traceMembers(tx, await lockTierMembers(tx, movers), snapshots);
  return planTiers(members, {
    snapshots,
    configurations,
    isSilent: false,
    writer,
    laneOf: (member) => laneOf(nameOf(member)),
    nowMs: clock.now(),
  });
};

/** Environments whose tiers were set once, so that changes are announced; this never reverts. */
class AnnouncedEnvironments {
  readonly #announced = new Set<EnvironmentId>();

  async among(tx: Transaction, movers: readonly TierState[]): Promise<TierState[]> {
    const unsure = environmentsOf(movers).filter((id) => !this.#announced.has(id));
    const silent = new Set(unsure.length === 0 ? [] : await readSilentEnvironments(tx, unsure));
    for (const id of unsure) if (!silent.has(id)) this.#announced.add(id);
    return movers.filter(({ environmentId }) => !silent.has(environmentId));
  }
}

const environmentsOf = (members: readonly { readonly environmentId: EnvironmentId }[]): EnvironmentId[] => [
  ...new Set(members.map(({ environmentId }) => environmentId)),
];

const nameOf = ({
  environmentId,
  memberKey,
}: Pick<MemberUpdate<true>, 'environmentId' | 'memberKey'>): string =>
  `${environmentId.toString()}/${memberKey.toString('hex')}`;

/** Returns each member once. */
const membersOf = (
  batch: readonly Message<MemberUpdate<true>>[],
  isWanted: (update: MemberUpdate<true>) => boolean,
): MemberUpdate<true>[] => {
  const members = new Map<string, MemberUpdate<true>>();
  for (const { value } of batch) if (isWanted(value)) members.set(nameOf(value), value);
  return [...members.values()];
};
