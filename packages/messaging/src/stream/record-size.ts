import type { InboundRecord } from '../ports/broker.ts';

/** What a header costs besides its name and value. */
const headerOverheadBytes = 32;

/** Roughly how much memory a record holds on to: its key, its value and its headers, in bytes. */
export const recordSize = ({ key, value, headers }: InboundRecord): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0);
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + headerOverheadBytes;
  return bytes;
};
