import { readFileSync } from 'node:fs';

/** A file with the password, and one with the authorities that the server's certificate is judged by. */
const passwordParameter = 'passwordfile';
const authorityParameter = 'cafile';

export interface SecuredUrl {
  /** The URL without credentials and without the parameters that name files. */
  readonly url: URL;
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  readonly user: string | null;
  readonly password: Secret | null;
  /** The authorities as PEM; null means those that Node trusts. */
  readonly ca: Secret | null;
}

/**
 * Returns an address whose parameters name files, such as
 * `postgres://app@db/loyalty?passwordfile=/run/secrets/db`. Each connection reads the files again.
 */
export const securedUrlText = (
  text: string,
  { passwordFile, caFile }: { readonly passwordFile: string | null; readonly caFile: string | null },
): string => {
  const url = new URL(text);
  if (passwordFile !== null) url.searchParams.set(passwordParameter, passwordFile);
  if (caFile !== null) url.searchParams.set(authorityParameter, caFile);
  return url.href;
};

/** Reads an address; the files that it names are read when a connection asks for them. */
export const readSecuredUrl = (text: string): SecuredUrl => {
  const url = new URL(text);
  const passwordFile = takeParameter(url, passwordParameter);
  const caFile = takeParameter(url, authorityParameter);
  const user = decodeURIComponent(url.username);
  const inPlace = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return {
    url,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    user: user === '' ? null : user,
    password: passwordFile === null ? secretInPlace(inPlace) : secretFile(passwordFile),
    ca: caFile === null ? null : secretFile(caFile),
  };
};

/** Returns an address without its user and password, for messages and logs. */
export const shownUrl = (text: string): string =>
  URL.canParse(text) ? readSecuredUrl(text).url.href : 'an address that is no URL';

const takeParameter = (url: URL, name: string): string | null => {
  const value = url.searchParams.get(name);
  url.searchParams.delete(name);
  return value;
};

const secretInPlace = (text: string): Secret | null => (text === '' ? null : () => text);

/**
 * Returns a secret, which is never shown. Its file is read again at each call, because it may have changed.
 * Throws while the file is missing.
 */
export type Secret = () => string;

export const secretFile =
  (path: string): Secret =>
  () =>
    readFileSync(path, 'utf8').replace(/\r?\n$/, '');

/**
 * Returns a secret for a client that cannot bear a failure: while the file is missing, it is the last text
 * that could be read.
 */
export const lastReadable = (secret: Secret): (() => string | undefined) => {
  let last: string | undefined;
  return () => {
    try {
      last = secret();
    } catch {
      // A file that is being replaced: the text from before is as good a guess as any.
    }
    return last;
  };
};

/** SCRAM proves the password without sending it; PLAIN sends it, within TLS. */
export type SaslMechanism = 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';

export interface KafkaSecurity {
  /** The settings of TLS; null means that the connection is not encrypted. */
  readonly tls: {
    /** The authorities as PEM; null means those that Node trusts. */
    readonly ca: Secret | null;
  } | null;
  readonly sasl: {
    readonly mechanism: SaslMechanism;
    readonly username: string;
    readonly password: Secret;
  } | null;
}

/**
 * The ciphers of TLS 1.3, and those of 1.2 with ECDHE and authentication, by their OpenSSL names; the
 * preferred ones come first.
 */
export const authenticatedCiphers: readonly string[] = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];
