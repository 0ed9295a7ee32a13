import type { PendingReward } from '@loyalty/accounts';
import type { Provider, RewardProviders } from '@loyalty/configuration';
import type { RewardFailureReason } from '@loyalty/rules';
import type { LoadSignal } from '@loyalty/task-queue';

export type HttpProvider = Extract<Provider, { readonly kind: 'HTTP' }>;

/** The result of a request to a provider, also without a response. */
export type ProviderResult =
  /** `expiresAtMs`: milliseconds since the epoch; null if the response has no expiry. */
  | { readonly kind: 'code'; readonly code: string; readonly expiresAtMs: number | null }
  /** The provider is not called again. */
  | { readonly kind: 'refused'; readonly reason: RewardFailureReason }
  /** The provider is called again later, if tries are left. */
  | { readonly kind: 'failed'; readonly reason: RewardFailureReason };

export interface CodeRequest {
  readonly reward: PendingReward;
  readonly provider: HttpProvider;
  readonly providers: RewardProviders;
}

/** Requests the code of a reward from a provider, once. Never throws for the provider's failure. The result is null if no slot was free. */
export type AskProvider = (
  asking: CodeRequest,
) => Promise<{ readonly answer: ProviderResult | null; readonly load: LoadSignal }>;
