import { headers as names } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import type { EnvironmentId } from '@loyalty/kernel';

/** Environments are numbered by a column of type int. */
const environmentIdMax = 2 ** 31 - 1;

/** Returns the environment that a record's header names; null when it names none that can exist. */
export const environmentInHeader = ({ headers }: Pick<InboundRecord, 'headers'>): EnvironmentId | null => {
  const id = Number(headers[names.environment]?.toString());
  return Number.isInteger(id) && id > 0 && id <= environmentIdMax ? (id as EnvironmentId) : null;
};

/**
 * Returns what names a record's environment: its topic where one tenant owns it, otherwise the number in the
 * header; null without one.
 */
export const environmentNameOf = (
  { topic, headers }: Pick<InboundRecord, 'topic' | 'headers'>,
  isTenantOwned: boolean,
): string | null => (isTenantOwned ? topic : (environmentInHeader({ headers })?.toString() ?? null));

/** The memory of a header besides its name and value. */
const headerOverheadBytes = 32;

/** Returns roughly how much memory a record keeps: its key, value and headers, in bytes. */
export const recordSize = ({ key, value, headers }: InboundRecord): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0);
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + headerOverheadBytes;
  return bytes;
};
