import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { resolveAllowed, type Judges } from './allowed-addresses.ts';
import type { Caller } from './caller.ts';
import { DialError } from './dial-error.ts';

/** Opens a connection for undici; answers the socket on its way, null when none was begun. */
export type Dial = (options: buildConnector.Options, done: buildConnector.Callback) => Socket | null;

export interface DialOptions extends Judges {
  readonly caller: Caller;
  readonly tls: SecureContext;
}

/** One address after the other, the slowest of them given this long; the last has the whole rest of the attempt. */
const nextAddressAfterMs = 500;

/**
 * Judges addresses where they are dialled. A literal is judged before, because undici and node look up names only. A name is
 * judged by our lookup, whose answer is what is dialled. The address of the open socket is judged once more before a byte is
 * sent. Server name and certificate stay the name's.
 */
export const createDial = (options: DialOptions): Dial => {
  const policy = options.policyOf(options.caller);
  // undici's types say that it answers nothing; it answers the socket.
  const connect = buildConnector({
    secureContext: options.tls,
    rejectUnauthorized: true,
    allowH2: false,
    // Of one endpoint: what a server is known by is shared with no other tenant's.
    maxCachedSessions: 1,
    // The wall clock of the attempt is the only one.
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

/** The addresses of a name for node, in the form `all`: it tries them one after the other. */
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
