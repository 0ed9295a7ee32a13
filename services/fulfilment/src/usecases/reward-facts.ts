import type { TypedFact } from '@loyalty/contracts';
import { derivedIds, type EnvironmentId } from '@loyalty/kernel';
import type { FactWriter, Lane, OutgoingMessage } from '@loyalty/messaging';
import type { RewardProviders } from '@loyalty/configuration';
import type { FailDecision, IssueDecision } from './reward-decision.ts';
import { expiresAtDateOf } from './store-decisions.ts';

export interface RewardFactOptions {
  readonly writer: FactWriter;
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
  /** When it happened, milliseconds since the epoch. */
  readonly atMs: number;
  /** Returns the lane of the facts of a reward. */
  readonly laneOf: (rewardId: string) => Lane;
}

/** Returns the facts of rewards that were issued or have failed; they never contain a code. */
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
