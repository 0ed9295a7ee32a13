import type { EnvironmentId } from '@loyalty/kernel';
import { environmentInHeader, type InboundRecord } from '@loyalty/messaging';
import { isStreamTopic, type ConfigurationSource } from '@loyalty/configuration';

/**
 * The environment that a record belongs to; null when it names none. On a tenant's own topic the topic's name says it,
 * and no header can: the broker's access rules are then the boundary between tenants (I9). Elsewhere our header does.
 */
export const findEnvironment = async (
  configuration: Pick<ConfigurationSource, 'findEnvironmentOfStream'>,
  record: InboundRecord,
): Promise<EnvironmentId | null> =>
  isStreamTopic(record.topic)
    ? configuration.findEnvironmentOfStream(record.topic)
    : environmentInHeader(record);
