import { constants } from 'node:crypto';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { authenticatedCiphers } from '@loyalty/kernel';
import { DialError } from '../posts/post-result.ts';
import type { Caller } from '../targets/open-networks.ts';
import { type AddressChecks, resolveAllowed } from './allowed-addresses.ts';

/**
 * Starts a call. Returns a function that ends it, whatever it waits for; null if the call is refused at once.
 */
export type Dial = (
  options: buildConnector.Options,
  done: buildConnector.Callback,
) => { destroy(reason?: Error): void } | null;

interface DialOptions extends AddressChecks {
  readonly caller: Caller;
  readonly tls: SecureContext;
}

/** Addresses are tried one after the other, each for this long; the last one has the rest of the attempt. */
const nextAddressAfterMs = 500;

/**
 * Creates a dial that checks each address where it is dialled: literal addresses first, because undici and
 * node look up names only; names in our look-up; and the address of the open socket again before a byte is
 * sent. The server name and the certificate stay those of the name.
 */
export const createDial = (options: DialOptions): Dial => {
  const policy = options.policyOf(options.caller);
  // undici's types declare no result, but it returns the socket.
  const connect = buildConnector({
    secureContext: options.tls,
    rejectUnauthorized: true,
    allowH2: false,
    // One endpoint's own cache: TLS sessions are shared with no other tenant's.
    maxCachedSessions: 1,
    // The attempt's clock is the only time limit.
    timeout: 0,
    lookup: lookupOf(options),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
  }) as (...given: Parameters<Dial>) => Socket;
  return (wanted, done) => {
    if (isIP(wanted.hostname) !== 0 && !policy.allows(wanted.hostname)) {
      done(new DialError('BLOCKED_ADDRESS'), null);
      return null;
    }
    let isConnected = false;
    const socket = connect(wanted, (error, opened) => {
      if (error !== null) done(dialErrorOf(error, isConnected), null);
      else if (opened.destroyed) done(new DialError('BLOCKED_ADDRESS'), null);
      else done(null, opened);
    });
    // Before the listeners of TLS, which would send their hello.
    socket.prependOnceListener('connect', () => {
      isConnected = true;
      if (!policy.allows(socket.remoteAddress ?? '')) socket.destroy(new DialError('BLOCKED_ADDRESS'));
    });
    return socket;
  };
};

const dialErrorOf = (error: Error, isConnected: boolean): DialError => {
  if (error instanceof DialError) return error;
  return new DialError(isConnected ? 'TLS_FAILED' : 'CONNECT_FAILED', error);
};

/** Returns node's lookup, in the form `all`: node tries the addresses one after the other. */
const lookupOf =
  ({ caller, ...judges }: DialOptions): LookupFunction =>
  (name, _options, done) => {
    void resolveAllowed(name, { ...judges, caller }).then((found) => {
      if (found instanceof DialError) done(found, []);
      else
        done(
          null,
          found.map((address) => ({ address, family: isIP(address) })),
        );
    });
  };

/** TLS 1.3, or 1.2 with ECDHE (D114): DHE of 8,192 bits takes 200 ms of the thread for each handshake. */
const ciphers = [
  ...authenticatedCiphers,
  'ECDHE-ECDSA-AES128-SHA256',
  'ECDHE-RSA-AES128-SHA256',
  'ECDHE-RSA-AES256-SHA384',
].join(':');

/** Curves that every server supports; a certificate's key must use one of them too. */
const curves = 'X25519:P-256:P-384';

/** Creates the TLS context. `ca` lists authorities to trust in place of the well-known ones, as PEM. */
export const createTlsContext = (ca?: string): SecureContext =>
  createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    ciphers,
    ecdhCurve: curves,
    // A server may ask for a new handshake at any time, and as often as it likes.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  });
