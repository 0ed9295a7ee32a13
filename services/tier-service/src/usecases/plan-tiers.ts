import type { ConfigurationSource } from '@loyalty/configuration';
import type { Clock } from '@loyalty/kernel';
import type { FactWriter } from '@loyalty/messaging';

/** The ports of the batch and the job besides their database. */
export interface TierPorts {
  readonly configuration: ConfigurationSource;
  readonly writer: FactWriter;
  readonly clock: Clock;
}
