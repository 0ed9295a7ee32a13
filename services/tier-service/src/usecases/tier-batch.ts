import { lockTierMembers, readTierStates, type TierState } from '@loyalty/accounts';
import { observeFollowerDelay, oldestFactAtMs, type MemberUpdate } from '@loyalty/stream-service';
import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import type { BatchHandler, Message } from '@loyalty/messaging';
import { readSilentEnvironments } from '@loyalty/configuration';
import { tierOf, type Snapshot } from '@loyalty/rules';
import { lockEnvironmentsShared, type Transaction } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { emptyTierPlan, planTiers, type TierPlan } from './plan-tiers.ts';
import { storeTiers } from './store-tiers.ts';
import { traceMembers } from './trace-members.ts';
import type { TierPorts } from './ports.ts';

type Ports = TierPorts;
type Batch = readonly Message<MemberUpdate<true>>[];

export interface TierBatchOptions extends Ports {
  readonly metrics: Pick<Metrics, 'observe'>;
}

/** What a batch tells, and how old its oldest news is. */
export interface TierBatchPlan extends TierPlan {
  /** Milliseconds since the epoch, by the broker's clock. */
  readonly oldestAtMs: number;
}

/**
 * Looks at each member that there is news of, and tells of those whose tier has changed. Nearly always there is nobody: then
 * nothing is locked, and only the positions move. News says whom to look at, never what is true.
 */
export const createTierBatch = (
  ports: TierBatchOptions,
): BatchHandler<MemberUpdate<true>, Transaction, TierBatchPlan> => {
  const told = new AnnouncedEnvironments();
  const glances = new Glances(ports);
  return {
    plan: async (tx, batch) => {
      const movers = await glances.moversAmong(tx, distinctMembers(batch));
      const plan =
        movers.length === 0 ? emptyTierPlan : await decide(ports, tx, await told.among(tx, movers));
      return { ...plan, oldestAtMs: oldestFactAtMs(batch) };
    },
    store: storeTiers,
    effectsOf: ({ facts }) => ({ facts, replies: [], rejected: [] }),
    committed: ({ oldestAtMs }) => {
      observeFollowerDelay(ports, oldestAtMs);
    },
    // The letter is for an operator; the member's next purchase, or `loyaltyctl tiers retier`, looks again.
    giveUp: () => Promise.resolve([]),
  };
};

/** At a glance: without locks, and possibly behind a change of tiers, whose own pass looks again. */
class Glances {
  readonly #ports: Ports;
  /** Environments that had tiers the last time: their members are read with the version, in one flight. */
  #tiered: ReadonlySet<EnvironmentId> = new Set();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Those whose tier has changed. Where there are no tiers nobody is looked at: whoever makes the first asks for a pass over everybody. */
  async moversAmong(tx: Transaction, news: readonly MemberUpdate<true>[]): Promise<TierState[]> {
    const isExpected = ({ environmentId }: MemberUpdate<true>): boolean => this.#tiered.has(environmentId);
    const [snapshots, looks] = await awaitAll([
      this.#ports.configuration.loadNewest(tx, environmentsOf(news)),
      looksAt(tx, news.filter(isExpected)),
    ]);
    const isTiered = ({ environmentId }: Pick<TierState, 'environmentId'>): boolean =>
      (snapshots.get(environmentId)?.tiers.length ?? 0) > 0;
    const others = await looksAt(
      tx,
      news.filter((one) => isTiered(one) && !isExpected(one)),
    );
    this.#tiered = new Set([...snapshots.keys()].filter((environmentId) => isTiered({ environmentId })));
    return [...looks, ...others].filter((look) => {
      const snapshot = snapshots.get(look.environmentId);
      return snapshot !== undefined && isTiered(look) && hasMoved(look, snapshot);
    });
  }
}

const looksAt = (tx: Transaction, members: readonly MemberUpdate<true>[]): Promise<TierState[]> =>
  members.length === 0 ? Promise.resolve([]) : readTierStates(tx, members);

const hasMoved = ({ state, lifetimePoints, announced }: TierState, { tiers }: Snapshot): boolean =>
  state !== 'anonymized' && tierOf(tiers, lifetimePoints) !== announced;

/** Gate, then tiers, then members: what a pass has left is seen, and every change of tiers that it has seen too. */
const decide = async (
  { configuration, writer, clock }: Ports,
  tx: Transaction,
  movers: readonly TierState[],
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
    nowMs: clock.now(),
  });
};

/** Environments whose tiers were set once, so that changes are told; they stay so. */
class AnnouncedEnvironments {
  readonly #told = new Set<EnvironmentId>();

  /** Those of the members whose change is to be told. */
  async among(tx: Transaction, movers: readonly TierState[]): Promise<TierState[]> {
    const unsure = environmentsOf(movers).filter((id) => !this.#told.has(id));
    const silent = new Set(unsure.length === 0 ? [] : await readSilentEnvironments(tx, unsure));
    for (const id of unsure) if (!silent.has(id)) this.#told.add(id);
    return movers.filter(({ environmentId }) => !silent.has(environmentId));
  }
}

const environmentsOf = (members: readonly { readonly environmentId: EnvironmentId }[]): EnvironmentId[] => [
  ...new Set(members.map(({ environmentId }) => environmentId)),
];

const distinctMembers = (batch: Batch): MemberUpdate<true>[] => [
  ...new Map(
    batch.map(({ value }) => [`${value.environmentId.toString()}/${value.memberKey.toString('hex')}`, value]),
  ).values(),
];
