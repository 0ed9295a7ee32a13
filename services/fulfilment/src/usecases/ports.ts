import type { PendingReward } from '@loyalty/accounts';
import type { Provider, RewardProviders } from '@loyalty/configuration';
import type { RewardFailureReason } from '@loyalty/rules';
import type { LoadSignal } from '@loyalty/task-queue';

export type HttpProvider = Extract<Provider, { readonly kind: 'HTTP' }>;

/** What a provider said, or what follows from its silence. */
export type ProviderResult =
  /** `expiresAtMs`: milliseconds since the epoch; null where it said nothing. */
  | { readonly kind: 'code'; readonly code: string; readonly expiresAtMs: number | null }
  /** It is not asked again. */
  | { readonly kind: 'refused'; readonly reason: RewardFailureReason }
  /** It is asked again later, if it has tries left. */
  | { readonly kind: 'failed'; readonly reason: RewardFailureReason };

export interface CodeRequest {
  readonly reward: PendingReward;
  readonly provider: HttpProvider;
  readonly providers: RewardProviders;
}

/** Asks a provider once for the code of a reward, and never throws for what it did. Null: too much of ours was under way to ask it. */
export type AskProvider = (
  asking: CodeRequest,
) => Promise<{ readonly answer: ProviderResult | null; readonly load: LoadSignal }>;
