import { topics } from '@loyalty/contracts';
import { isUuid } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';

/** The tenant and the mode of a stream. */
export interface StreamName {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** Streams in one database: more do not fit into the 1 MiB of Kafka's group protocol. */
export const tenantStreamsMax = 300;

const prefix = `${topics.receipts}.`;

/** Returns the topic of a tenant's own producers: `loyalty.receipts.<tenantId>.<live|test>`, the id in lower case. */
export const streamTopicOf = ({ tenantId, mode }: StreamName): string =>
  `${prefix}${tenantId.toLowerCase()}.${mode}`;

/** Returns true for every topic to which a tenant's own producers may write: its headers cannot be trusted. */
export const isStreamTopic = (topic: string): boolean => topic.startsWith(prefix);

/** Returns the tenant and mode of this topic; null when its name has another form. */
export const streamNameOf = (topic: string): StreamName | null => {
  if (!isStreamTopic(topic)) return null;
  const [tenantId = '', mode, ...rest] = topic.slice(prefix.length).split('.');
  if (rest.length > 0 || !isUuid(tenantId) || (mode !== 'live' && mode !== 'test')) return null;
  return { tenantId, mode };
};
