import { headers as names } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import type { EnvironmentId } from '@loyalty/kernel';

/** A column of type int. */
const environmentIdMax = 2 ** 31 - 1;

/** Null when it names none that can exist. */
export const environmentInHeader = ({ headers }: Pick<InboundRecord, 'headers'>): EnvironmentId | null => {
  const id = Number(headers[names.environment]?.toString());
  return Number.isInteger(id) && id > 0 && id <= environmentIdMax ? (id as EnvironmentId) : null;
};

/** The topic where one tenant owns it, otherwise the number in the header. */
export const environmentNameOf = (
  { topic, headers }: Pick<InboundRecord, 'topic' | 'headers'>,
  isTenantOwned: boolean,
): string | null => (isTenantOwned ? topic : (environmentInHeader({ headers })?.toString() ?? null));

const headerOverheadBytes = 32;

/** Roughly: key, value and headers. */
export const recordSize = ({ key, value, headers }: InboundRecord): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0);
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + headerOverheadBytes;
  return bytes;
};
