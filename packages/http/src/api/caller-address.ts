import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Returns true for the address of one of our own proxies, whose `X-Forwarded-For` is believed. */
export type IsTrustedProxy = (address: string) => boolean;

/** More than any chain of proxies has; a caller may write 15 KB of addresses. */
const hopsMax = 16;

/**
 * Returns the address from which a request comes: the connection's, or what trusted proxies say. They append
 * to `X-Forwarded-For`, so the last address that is not a trusted proxy counts. Anything before it is only
 * the caller's claim. It is empty if the connection is closed already.
 */
export const callerAddressOf = (
  { socket, headers }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: IsTrustedProxy,
): string => {
  let address = plainAddress(socket.remoteAddress ?? '') ?? '';
  const header = headers['x-forwarded-for'];
  if (header === undefined || !isTrusted(address)) return address;
  const hops = (Array.isArray(header) ? header.join(',') : header).split(',').slice(-hopsMax);
  for (const hop of hops.reverse()) {
    const before = plainAddress(hop.trim());
    if (before === null) return address;
    address = before;
    if (!isTrusted(address)) return address;
  }
  return address;
};

/**
 * The address has no port or brackets, and IPv4 is shown as such: a listener of both families shows
 * ::ffff:192.0.2.1.
 */
const plainAddress = (text: string): string | null => {
  const [, bracketed, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3})(?::\d+)?$/.exec(text) ?? [];
  const address = (bracketed ?? ipv4 ?? text).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
};
