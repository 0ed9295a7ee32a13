import type { Warning } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { providerNamedBy } from '@loyalty/rules/campaigns';
import type { Queryable } from '@loyalty/storage';
import { findProviderWarnings } from '../rewards/find-provider-warnings.ts';
import type { TierBenefit } from './tiers.ts';

/**
 * Warns about free rewards whose provider is not set up (D124). If none names a provider, nothing is read.
 */
export const findTierWarnings = (
  db: Queryable,
  environmentId: EnvironmentId,
  benefits: readonly TierBenefit[],
): Promise<readonly Warning[]> =>
  findProviderWarnings(
    db,
    environmentId,
    benefits.flatMap((benefit, n) =>
      benefit.type === 'FREE_REWARD' ? providerNamedBy(benefit, `/benefits/${n.toString()}`) : [],
    ),
  );
