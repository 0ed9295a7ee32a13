import { headers as names } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { InboundRecord } from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/programme';
import type { Programme } from './ports.ts';

/**
 * The environment that a record belongs to; null when it names none. On a tenant's own topic the topic's name says it,
 * and no header can: the broker's access rules are then the boundary between tenants (I9). Elsewhere our header does.
 */
export const environmentOf = async (
  programme: Pick<Programme, 'ofStream'>,
  { topic, headers }: InboundRecord,
): Promise<EnvironmentId | null> => {
  if (isStreamTopic(topic)) return programme.ofStream(topic);
  const id = Number(headers[names.environment]?.toString());
  return Number.isSafeInteger(id) && id > 0 ? (id as EnvironmentId) : null;
};
