import type { ConfigurationSource } from '@loyalty/configuration';
import type { Clock } from '@loyalty/kernel';
import type { FactWriter } from '@loyalty/messaging';

/** What the batch of members and the job need besides their database. */
export interface TierPorts {
  readonly configuration: ConfigurationSource;
  readonly writer: FactWriter;
  readonly clock: Clock;
}
