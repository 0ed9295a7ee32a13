import { isIP, Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { readSecuredUrl, type SecuredUrl, textOf } from '@loyalty/kernel';
import { DialError } from '../posts/post-result.ts';
import type { Caller } from '../targets/open-networks.ts';
import { type AddressChecks, resolveAllowed } from './allowed-addresses.ts';
import { createTlsContext, type Dial } from './connector.ts';

interface ProxiedDialOptions extends AddressChecks {
  readonly caller: Caller;
  readonly tls: SecureContext;
  /**
   * The text is what `securedUrlText` makes: `http:` or `https:`, with a user and a file for the password if
   * it asks for them.
   */
  readonly proxy: string;
}

/** Addresses are asked for one after the other, each for this long: a proxy dials for itself, and may be far. */
const nextAddressAfterMs = 2_000;

/** The head of a proxy's response; what is longer is no proxy. */
const headBytesMax = 8 * 1_024;

/**
 * Creates a dial that goes through a CONNECT proxy (RFC 9110, section 9.3.6) and never around it. Names are
 * looked up and judged here, and the proxy gets an address that was judged, so it resolves no name that a
 * stranger chose. The server name and the certificate stay those of the name.
 */
export const createProxiedDial = ({ proxy: text, tls, ...checks }: ProxiedDialOptions): Dial => {
  const proxy = readSecuredUrl(text);
  return (wanted, done) => {
    const call = new ProxiedCall();
    callThrough(proxy, call, { wanted, tls, checks }).then(
      (socket) => {
        done(null, socket);
      },
      (failure: unknown) => {
        call.destroy();
        done(failure instanceof DialError ? failure : new DialError('CONNECT_FAILED', failure), null);
      },
    );
    return call;
  };
};

interface Wanted {
  readonly wanted: buildConnector.Options;
  readonly tls: SecureContext;
  readonly checks: AddressChecks & { readonly caller: Caller };
}

/** Can be ended at any time: in a look-up, a dial, a response of the proxy, a handshake. */
class ProxiedCall {
  #socket: Socket | null = null;
  #ended: Error | null = null;

  /** Only one connection of a call is open at a time. */
  uses(socket: Socket): void {
    this.#socket = socket;
    if (this.#ended !== null) socket.destroy(this.#ended);
  }

  destroy(reason: Error = new DialError('CONNECT_FAILED')): void {
    this.#ended ??= reason;
    this.#socket?.destroy(reason);
  }

  throwIfEnded(): void {
    if (this.#ended !== null) throw this.#ended;
  }
}

const callThrough = async (
  proxy: SecuredUrl,
  call: ProxiedCall,
  { wanted, tls, checks }: Wanted,
): Promise<Socket> => {
  const addresses = await judgedAddresses(wanted.hostname, checks);
  call.throwIfEnded();
  const isSecure = wanted.protocol === 'https:';
  const port = wanted.port === '' ? (isSecure ? '443' : '80') : wanted.port;
  const tunnel = await firstTunnel(proxy, call, addresses, port);
  return isSecure ? secured(tunnel, call, { wanted, tls }) : tunnel;
};

const judgedAddresses = async (host: string, checks: Wanted['checks']): Promise<readonly string[]> => {
  if (isIP(host) !== 0) {
    if (!checks.policyOf(checks.caller).allows(host)) throw new DialError('BLOCKED_ADDRESS');
    return [host];
  }
  const found = await resolveAllowed(host, checks);
  if (found instanceof DialError) throw found;
  return found;
};

const firstTunnel = async (
  proxy: SecuredUrl,
  call: ProxiedCall,
  addresses: readonly string[],
  port: string,
): Promise<Socket> => {
  let failure: unknown = new DialError('CONNECT_FAILED');
  for (const [place, address] of addresses.entries()) {
    call.throwIfEnded();
    const isLast = place === addresses.length - 1;
    try {
      return await openTunnel(proxy, call, {
        target: `${isIP(address) === 6 ? `[${address}]` : address}:${port}`,
        withinMs: isLast ? null : nextAddressAfterMs,
      });
    } catch (thrown) {
      failure = thrown;
    }
  }
  throw failure;
};

interface Tunnel {
  /** The target has the form `address:port`. */
  readonly target: string;
  /** If null, the attempt's clock is the only limit. */
  readonly withinMs: number | null;
}

const openTunnel = async (
  proxy: SecuredUrl,
  call: ProxiedCall,
  { target, withinMs }: Tunnel,
): Promise<Socket> => {
  const socket = connectToProxy(proxy);
  call.uses(socket);
  const timer =
    withinMs === null ? null : setTimeout(() => socket.destroy(new DialError('CONNECT_FAILED')), withinMs);
  try {
    const head = readHead(socket);
    socket.write(connectHead(proxy, target));
    const status = statusOf(await head);
    if (status < 200 || status > 299) throw new Error(`the proxy responds with ${status.toString()}`);
    return socket;
  } catch (failure) {
    socket.destroy();
    throw new DialError('CONNECT_FAILED', failure);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
};

const connectToProxy = ({ url, host, ca }: SecuredUrl): Socket => {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port === '' ? (isSecure ? 443 : 80) : url.port);
  if (!isSecure) return new Socket().setNoDelay(true).connect({ host, port });
  // Its own authority judges the proxy, not a receiver.
  const secureContext = createTlsContext(ca?.());
  const name = isIP(host) === 0 ? { servername: host } : null;
  return connectTls({ host, port, secureContext, rejectUnauthorized: true, ...name }).setNoDelay(true);
};

const connectHead = ({ user, password }: SecuredUrl, target: string): string => {
  const identity =
    user === null && password === null
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(`${user ?? ''}:${password?.() ?? ''}`).toString('base64')}\r\n`;
  return `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${identity}\r\n`;
};

/** Bytes behind the head, if there are any, stay in the socket. */
const readHead = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const onReadable = (): void => {
      for (let chunk = read(socket); chunk !== null; chunk = read(socket)) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0 && head.length <= headBytesMax) continue;
        stop();
        if (end < 0) {
          reject(new Error('the proxy sends no head'));
          return;
        }
        const rest = head.subarray(end + 4);
        if (rest.length > 0) socket.unshift(rest);
        resolve(head.toString('latin1', 0, end));
        return;
      }
    };
    const onClose = (failure?: unknown): void => {
      stop();
      reject(
        new Error(`the proxy is unavailable: ${failure instanceof Error ? textOf(failure) : 'it closed'}`),
      );
    };
    const stop = (): void => {
      socket.off('readable', onReadable).off('close', onClose).off('error', onClose).off('end', onClose);
      // The end of the call gives the reason.
      socket.on('error', () => undefined);
    };
    socket.on('readable', onReadable).on('close', onClose).on('error', onClose).on('end', onClose);
  });

const read = (socket: Socket): Buffer | null => socket.read() as Buffer | null;

const statusOf = (head: string): number =>
  Number(/^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1] ?? NaN) || 0;

const secured = (
  tunnel: Socket,
  call: ProxiedCall,
  { wanted, tls }: Pick<Wanted, 'wanted' | 'tls'>,
): Promise<TLSSocket> => {
  const servername = wanted.servername ?? (isIP(wanted.hostname) === 0 ? wanted.hostname : '');
  const socket = connectTls({
    socket: tunnel,
    secureContext: tls,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    host: wanted.hostname,
    ...(servername === '' ? null : { servername }),
  });
  call.uses(socket);
  return new Promise((resolve, reject) => {
    const onFailure = (failure?: unknown): void => {
      reject(failure instanceof DialError ? failure : new DialError('TLS_FAILED', failure));
    };
    socket.once('secureConnect', () => {
      socket.off('error', onFailure).off('close', onFailure);
      resolve(socket);
    });
    socket.on('error', onFailure).on('close', onFailure);
  });
};
