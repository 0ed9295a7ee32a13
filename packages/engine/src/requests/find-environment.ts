import type { EnvironmentId } from '@loyalty/kernel';
import { environmentInHeader, type InboundRecord } from '@loyalty/messaging';
import { isStreamTopic, type ConfigurationSource } from '@loyalty/configuration';

/**
 * Returns the environment that a record belongs to; null when it names none. On a tenant's own topic the topic's name decides and headers
 * are ignored, so that the broker's access rules are the boundary between tenants (I9). On all other topics the header decides.
 */
export const findEnvironment = async (
  configuration: Pick<ConfigurationSource, 'findEnvironmentOfStream'>,
  record: InboundRecord,
): Promise<EnvironmentId | null> =>
  isStreamTopic(record.topic)
    ? configuration.findEnvironmentOfStream(record.topic)
    : environmentInHeader(record);
