import type { InboundRecord } from '../ports/broker.ts';

/** The memory of a header besides its name and value. */
const headerOverheadBytes = 32;

/** Returns roughly how much memory a record keeps: its key, value and headers, in bytes. */
export const recordSize = ({ key, value, headers }: InboundRecord): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0);
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + headerOverheadBytes;
  return bytes;
};
