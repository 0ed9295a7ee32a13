import { failRewards, issueRewards, recordProviderRequest } from '@loyalty/accounts';
import { expiresAtOf } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { FailDecision, IssueDecision, RewardDecision, WaitDecision } from './reward-decision.ts';

/** Sorts decisions by kind. */
export const sortDecisions = (decisions: readonly RewardDecision[]) => ({
  issued: decisions.filter((one): one is IssueDecision => one.kind === 'issue'),
  failed: decisions.filter((one): one is FailDecision => one.kind === 'fail'),
  waiting: decisions.filter((one): one is WaitDecision => one.kind === 'wait'),
});

/** Gives locked rewards their codes. Returns the ids of rewards whose code no other reward has. */
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

/** Returns the expiry of a reward that is issued at `issuedAtMs`; null if it never expires. */
export const expiresAtDateOf = (
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
