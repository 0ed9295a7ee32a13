import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { resolveAllowed, type Judges } from './allowed-addresses.ts';
import { DialError } from './dial-error.ts';

/** Opens a connection for undici; answers the socket on its way, null when none was begun. */
export type Dial = (options: buildConnector.Options, done: buildConnector.Callback) => Socket | null;

export interface DialOptions extends Judges {
  /** Authorities to trust in place of the well-known ones, as PEM. */
  readonly ca?: string;
}

/** One address after the other, the slowest of them given this long; the last has the whole rest of the attempt. */
const nextAddressAfterMs = 500;

/**
 * Judges addresses where they are dialled. A literal is judged before, because undici and node look up names only. A name is
 * judged by our lookup, whose answer is what is dialled. The address of the open socket is judged once more before a byte is
 * sent. Server name and certificate stay the name's.
 */
export const createDial = ({ policy, resolver, ca }: DialOptions): Dial => {
  // undici's types say that it answers nothing; it answers the socket.
  const connect = buildConnector({
    ...(ca === undefined ? {} : { ca }),
    rejectUnauthorized: true,
    allowH2: false,
    // The wall clock of the attempt is the only one.
    timeout: 0,
    lookup: lookupOf({ policy, resolver }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
  }) as (...given: Parameters<Dial>) => Socket;
  return (options, done) => {
    if (isIP(options.hostname) !== 0 && !policy.allows(options.hostname)) {
      done(new DialError('BLOCKED_ADDRESS'), null);
      return null;
    }
    let isConnected = false;
    const socket = connect(options, (error, opened) => {
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
  (judges: Judges): LookupFunction =>
  (name, _options, done) => {
    void resolveAllowed(name, judges).then((found) => {
      if (found instanceof DialError) done(found, []);
      else
        done(
          null,
          found.map((address) => ({ address, family: isIP(address) })),
        );
    });
  };
