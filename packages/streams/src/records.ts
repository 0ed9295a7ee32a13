import { headers as names } from '@loyalty/contracts';
import { createHeaderReader, type InboundRecord } from '@loyalty/kafka';
import type { EnvironmentId } from '@loyalty/kernel';

/** The column has the type int. */
const environmentIdMax = 2 ** 31 - 1;

/** Reads the environment; null if the header names none that can exist. */
export const environmentInHeader = createHeaderReader(names.environment, (text): EnvironmentId | null => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 && id <= environmentIdMax ? (id as EnvironmentId) : null;
});

/** Returns the topic, if one tenant owns it; otherwise the number in the header. */
export const environmentNameOf = (
  record: Pick<InboundRecord, 'topic' | 'headers'>,
  isTenantOwned: boolean,
): string | null => (isTenantOwned ? record.topic : (environmentInHeader(record)?.toString() ?? null));

const headerOverheadBytes = 32;

/** Returns a rough size: the sum of key, value and headers. */
export const recordSize = (record: InboundRecord): number => {
  if (record.size !== undefined) return record.size;
  const { key, value, headers } = record;
  let bytes = (key?.length ?? 0) + (value?.length ?? 0);
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + headerOverheadBytes;
  return bytes;
};
