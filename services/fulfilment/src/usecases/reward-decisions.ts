import type { TypedFact } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { derivedIds, type EnvironmentId } from '@loyalty/kernel';
import { expiresAtOf, nextTry, type RewardFailureReason } from '@loyalty/rules/rewards';
import type { Transaction } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import type { FactWriter } from '@loyalty/streams/facts';
import {
  failRewards,
  issueRewards,
  type PendingReward,
  recordProviderRequest,
} from '@loyalty/tables/granted-rewards';
import type { RewardProviders } from '@loyalty/tables/rewards';
import type { PoolPlace } from './draw-reward-codes.ts';

export type RewardDecision = IssueDecision | FailDecision | WaitDecision;

export interface IssueDecision {
  readonly kind: 'issue';
  readonly reward: PendingReward;
  readonly code: string;
  readonly pool: PoolPlace | null;
  readonly provider: string;
  readonly attempts: number;
  readonly providerExpiresAtMs: number | null;
}

export interface FailDecision {
  readonly kind: 'fail';
  readonly reward: PendingReward;
  readonly provider: string | null;
  readonly attempts: number;
  readonly reason: RewardFailureReason;
}

interface WaitDecision {
  readonly kind: 'wait';
  readonly reward: PendingReward;
  readonly provider: string;
  readonly attempts: number;
  readonly dueAtMs: number;
}

export const afterFailedTry = (
  reward: PendingReward,
  {
    provider,
    reason,
    atMs,
  }: { readonly provider: string; readonly reason: RewardFailureReason; readonly atMs: number },
): FailDecision | WaitDecision => {
  const tries = reward.attempts + 1;
  const requestedAtMs = reward.requestedAt.getTime();
  const next = nextTry({ tries, reason, atMs, requestedAtMs, draw: Math.random() });
  const common = { reward, provider, attempts: tries };
  return next.outcome === 'again'
    ? { kind: 'wait', ...common, dueAtMs: next.atMs }
    : { kind: 'fail', ...common, reason: next.reason };
};

export const sortDecisions = (decisions: readonly RewardDecision[]) => ({
  issued: decisions.filter((one): one is IssueDecision => one.kind === 'issue'),
  failed: decisions.filter((one): one is FailDecision => one.kind === 'fail'),
  waiting: decisions.filter((one): one is WaitDecision => one.kind === 'wait'),
});

/** Stores codes. Returns the ids of the rewards whose code no other reward has. */
export const storeIssued = (
  tx: Transaction,
  decisions: readonly IssueDecision[],
  issuedAtMs: number,
): Promise<ReadonlySet<string>> =>
  issueRewards(
    tx,
    decisions.map((decision) => {
      const { reward, code, provider, attempts } = decision;
      const { environmentId, id } = reward;
      const expiresAt = expiresAtDateOf(decision, issuedAtMs);
      return { environmentId, id, code, provider, attempts, issuedAt: new Date(issuedAtMs), expiresAt };
    }),
  );

const expiresAtDateOf = (
  { reward: { validDays }, providerExpiresAtMs }: IssueDecision,
  issuedAtMs: number,
): Date | null => {
  const expiresAtMs = expiresAtOf({ issuedAtMs, validDays, providerExpiresAtMs });
  return expiresAtMs === null ? null : new Date(expiresAtMs);
};

export const storeFailed = (
  tx: Transaction,
  decisions: readonly FailDecision[],
  failedAtMs: number,
): Promise<void> =>
  failRewards(
    tx,
    decisions.map(({ reward: { environmentId, id }, provider, attempts, reason }) => ({
      environmentId,
      id,
      provider,
      attempts,
      reason,
      failedAt: new Date(failedAtMs),
    })),
  );

export const storeWaiting = (tx: Transaction, decisions: readonly WaitDecision[]): Promise<void> =>
  recordProviderRequest(
    tx,
    decisions.map(({ reward: { environmentId, id }, provider, attempts }) => ({
      environmentId,
      id,
      provider,
      attempts,
    })),
  );

interface RewardFactOptions {
  readonly writer: FactWriter;
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
  readonly atMs: number;
  readonly laneOf: (rewardId: string) => Lane;
}

/** Returns the facts of rewards, which never contain a code. */
export const rewardFacts = (
  decisions: readonly (IssueDecision | FailDecision)[],
  options: RewardFactOptions,
): OutgoingMessage[] =>
  decisions.flatMap((decision) => {
    const { environmentId, id, memberKey } = decision.reward;
    const providers = options.providers.get(environmentId);
    if (providers === undefined) return [];
    const { secret, tenantId } = providers;
    const { atMs } = options;
    const fact = factOf(decision, atMs);
    const content = {
      // The time is part of the id, because a retried reward may fail a second time.
      id: derivedIds({ secret, atMs, operation: 'fulfil', ref: id })(fact.type),
      fact,
      snapshot: { environmentId, tenantId },
      key: memberKey.toString('base64url'),
      occurredAtMs: atMs,
      ledgerSeq: null,
    };
    return options.writer.factOf(content, options.laneOf(id));
  });

const factOf = (decision: IssueDecision | FailDecision, atMs: number): TypedFact => {
  const { id: rewardId, memberId, campaignId, tierId, rewardType } = decision.reward;
  if (decision.kind === 'fail')
    return { type: 'reward.failed', data: { rewardId, memberId, failureReason: decision.reason } };
  const expiresAt = expiresAtDateOf(decision, atMs)?.toISOString() ?? null;
  const pool = decision.pool === null ? {} : { pool: decision.pool };
  return {
    type: 'reward.issued',
    data: { rewardId, memberId, campaignId, tierId, rewardType, expiresAt, ...pool },
  };
};
