import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { resolveAllowed, type Judges } from './allowed-addresses.ts';
import type { Caller } from './caller.ts';
import { DialError } from './dial-error.ts';

/** Opens a connection for undici. Returns the opening socket, or null when none was begun. */
export type Dial = (options: buildConnector.Options, done: buildConnector.Callback) => Socket | null;

export interface DialOptions extends Judges {
  readonly caller: Caller;
  readonly tls: SecureContext;
}

/** Addresses are tried one after the other, each for this long; the last one has the rest of the attempt. */
const nextAddressAfterMs = 500;

/**
 * Creates the dial, which checks addresses where they are dialled. Literals are checked first, because undici and node look up
 * names only. A name is checked in our lookup, whose addresses are the ones dialled. The open socket's address is checked again
 * before a byte is sent. Server name and certificate remain the name's.
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
