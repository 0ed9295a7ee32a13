import type { TypedFact } from '@loyalty/contracts';
import { derivedIds, type EnvironmentId } from '@loyalty/kernel';
import type { OutgoingMessage, FactWriter } from '@loyalty/messaging';
import type { RewardProviders } from '@loyalty/configuration';
import type { FailDecision, IssueDecision } from './reward-decision.ts';
import { expiresAtDateOf } from './store-decisions.ts';

export interface RewardFactOptions {
  readonly writer: FactWriter;
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
  /** When it happened, milliseconds since the epoch. */
  readonly atMs: number;
}

/** What is told of rewards that were issued or have failed: never a code. */
export const rewardFacts = (
  decisions: readonly (IssueDecision | FailDecision)[],
  teller: RewardFactOptions,
): OutgoingMessage[] =>
  decisions.flatMap((decision) => {
    const { environmentId, id, memberKey } = decision.reward;
    const providers = teller.providers.get(environmentId);
    if (providers === undefined) return [];
    const { secret, tenantId } = providers;
    const { atMs } = teller;
    const fact = factOf(decision, atMs);
    return teller.writer.factOf({
      // A reward that is retried may fail at another instant, with another id.
      id: derivedIds({ secret, atMs, operation: 'fulfil', ref: id })(fact.type),
      fact,
      snapshot: { environmentId, tenantId },
      key: memberKey.toString('base64url'),
      occurredAtMs: atMs,
      ledgerSeq: null,
    });
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
