import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

/** A URL whose text allows it to be called. The addresses of its name are checked at each attempt. */
export interface Target {
  /** The address in WHATWG's form. */
  readonly href: string;
  readonly origin: string;
  readonly protocol: 'http:' | 'https:';
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

type TargetRefusal = 'MALFORMED' | 'TOO_LONG' | 'SCHEME' | 'USER_INFO' | 'PORT' | 'ADDRESS_NOT_ALLOWED';

/**
 * Texts for callers about refused addresses. All forbidden addresses and names have the same text, which
 * reveals nothing about our network.
 */
export const targetRefusalTexts: Readonly<Record<TargetRefusal, string>> = {
  MALFORMED: 'The URL must be an absolute http or https URL without a fragment.',
  TOO_LONG: 'The URL must have at most 2048 characters.',
  SCHEME: 'The URL must begin with https://.',
  USER_INFO: 'The URL must not carry a user name or a password.',
  PORT: 'The port must be 80, 443, or one from 1024 that no well-known service other than HTTP has.',
  ADDRESS_NOT_ALLOWED:
    'The URL must name a public host: a domain name, or a public address in its usual notation.',
};

type ReadTarget =
  { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly reason: TargetRefusal };

interface ReadTargetOptions {
  readonly policy: AddressPolicy;
  /** The default is true; false means that only https is allowed. */
  readonly isHttpAllowed?: boolean;
}

const lengthMax = 2_048;

/** Reads a tenant's URL (D71) without using the network. */
export const readTarget = (text: string, options: ReadTargetOptions): ReadTarget => {
  const written = readAuthority(text);
  if ('reason' in written) return { ok: false, reason: written.reason };
  if (!URL.canParse(text)) return { ok: false, reason: 'MALFORMED' };
  const target = targetOf(new URL(text));
  const reason = refusalOf(target, written.host, options);
  return reason === null ? { ok: true, target } : { ok: false, reason };
};

/**
 * WHATWG drops tabs, takes `\` for `/`, and turns `0x7f.1` and `127。0。0。1` into 127.0.0.1; other parsers are
 * lenient in other ways. So any text with two readings is refused.
 */
const readAuthority = (text: string): { readonly host: string } | { readonly reason: TargetRefusal } => {
  if (text.length > lengthMax) return { reason: 'TOO_LONG' };
  if (/[\p{Cc}\p{Cf}\s\\#]/u.test(text)) return { reason: 'MALFORMED' };
  const found = /^([a-z][a-z0-9+.-]*):\/\/([^/?]+)/i.exec(text);
  if (found === null) return { reason: 'MALFORMED' };
  const [, scheme = '', authority = ''] = found;
  if (!/^https?$/i.test(scheme)) return { reason: 'SCHEME' };
  if (authority.includes('@')) return { reason: 'USER_INFO' };
  return { host: authority.replace(/:\d*$/, '') };
};

const refusalOf = (
  target: Target,
  written: string,
  { policy, isHttpAllowed = true }: ReadTargetOptions,
): TargetRefusal | null => {
  if (target.href.length > lengthMax) return 'TOO_LONG';
  if (target.protocol === 'http:' && !isHttpAllowed) return 'SCHEME';
  if (!isOpenPort(target.port)) return 'PORT';
  return isHostAllowed(target, written, policy) ? null : 'ADDRESS_NOT_ALLOWED';
};

const targetOf = (url: URL): Target => {
  // The scheme was checked in the text.
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const usualPort = protocol === 'https:' ? 443 : 80;
  return {
    href: url.href,
    origin: url.origin,
    protocol,
    host,
    port: url.port === '' ? usualPort : Number(url.port),
    path: url.pathname + url.search,
  };
};

/**
 * Returns true for an allowed address in its usual notation, and for a name with a dot and no local ending.
 */
const isHostAllowed = ({ host }: Target, written: string, policy: AddressPolicy): boolean => {
  if (isIP(host) !== 0)
    return written.replace(/^\[(.*)\]$/, '$1').toLowerCase() === host && policy.allows(host);
  if (written.includes('%')) return false;
  if (host === 'localhost') return policy.allows('127.0.0.1');
  return isPublicName(host);
};

const nameLengthMax = 253;
const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const publicName = new RegExp(`^${label}(?:\\.${label})+$`);
const localEnding = /\.(?:local|internal|localhost|arpa|svc)$/;

const isPublicName = (host: string): boolean =>
  host.length <= nameLengthMax && publicName.test(host) && !localEnding.test(host);

/** Ports that WHATWG closes for fetch (fetch.spec.whatwg.org, «bad port»), from 1024 on. */
const closedToBrowsers = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
];

/** Docker, MySQL, Postgres, Redis and Kafka might act on the bytes of a request. */
const closedToUs = [2375, 3306, 5432, 6379, 9092];

const closed = new Set([...closedToBrowsers, ...closedToUs]);

const isOpenPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1_024 && port <= 65_535 && !closed.has(port));
