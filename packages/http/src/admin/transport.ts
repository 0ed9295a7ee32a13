import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { authenticatedCiphers, Fault, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { MetricLabels, Metrics } from '@loyalty/telemetry/metrics';

/** The PEM files of a port. They are read again after they have changed. */
export interface TlsFiles {
  /** The certificate, followed by those between it and the authority. */
  readonly certFile: string;
  readonly keyFile: string;
  /** The authorities of callers' certificates; null if callers need no certificate. */
  readonly clientCaFile: string | null;
}

export interface TlsPort {
  readonly port: MetricLabels<'loyalty_tls_refused_total'>['port'];
  readonly files: TlsFiles;
  /**
   * If this is false, a caller without a certificate of a client authority gets a connection, and the pages
   * decide.
   */
  readonly requiresClient: boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** An HTTP server, with or without TLS. */
export interface Transport {
  readonly server: Server;
  /** Connections whose TLS handshake has not ended: the server does not know them yet. */
  readonly handshakes: Iterable<Socket>;
}

/**
 * Creates a server; without TLS it is a plain server of node:http. Throws a `Fault` `CONFIG_INVALID` if the
 * files do not fit.
 */
export const createTransport = <
  Request extends typeof IncomingMessage,
  Response extends typeof ServerResponse<InstanceType<Request>>,
>(
  tls: TlsPort | null,
  options: ServerOptions<Request, Response>,
  onRequest: RequestListener<Request, Response>,
): Transport => {
  // Nothing behind this asks for the classes that a server makes of requests and responses.
  if (tls === null) return { server: createServer(options, onRequest) as Server, handshakes: [] };
  const server = createHttpsServer(
    {
      handshakeTimeout: handshakeMs,
      requestCert: tls.files.clientCaFile !== null,
      rejectUnauthorized: tls.requiresClient,
      ...options,
    },
    onRequest,
  );
  keepCurrent(server, tls);
  return { server, handshakes: boundHandshakes(server, tls) };
};

/** Returns the event after which a connection can carry requests. */
export const connectionEvent = (server: Server): 'connection' | 'secureConnection' =>
  server instanceof TlsServer ? 'secureConnection' : 'connection';

/** A gateway needs milliseconds; the head of a request has 15 s after it. */
const handshakeMs = 10_000;

/** Files are looked at when somebody connects or scrapes, at most so often: nothing wakes up for them. */
const lookEveryMs = 1_000;

/**
 * The files as they are at each new connection. While they do not fit each other, as in the middle of an
 * exchange, those from before serve.
 */
const keepCurrent = (server: TlsServer, { port, files, logger, metrics }: TlsPort): void => {
  let seen = stampOf(files);
  let refused = '';
  let { expiresAtS } = install(server, files);
  let lookedAtMs = performance.now();
  const look = (): void => {
    if (performance.now() - lookedAtMs < lookEveryMs) return;
    lookedAtMs = performance.now();
    // Before the files: what changes while they are read is seen the next time.
    const stamp = stampOf(files);
    if (stamp === seen) return;
    try {
      ({ expiresAtS } = install(server, files));
      seen = stamp;
      logger.info({ port }, 'the TLS files of a port have changed, and serve new connections');
    } catch (failure) {
      if (stamp !== refused) logger.warn({ port, error: textOf(failure) }, 'new TLS files do not serve');
      refused = stamp;
    }
  };
  // Before the listener of TLS, which takes the context for this connection.
  server.prependListener('connection', look);
  metrics.gauge('loyalty_certificate_expiration_timestamp_seconds', { port }, () => {
    look();
    return expiresAtS;
  });
};

const install = (
  server: TlsServer,
  { certFile, keyFile, clientCaFile }: TlsFiles,
): { readonly expiresAtS: number } => {
  try {
    const cert = readFileSync(certFile, 'utf8');
    const ca = clientCaFile === null ? undefined : readFileSync(clientCaFile, 'utf8');
    const expiresAtS = Date.parse(new X509Certificate(cert).validTo) / 1_000;
    server.setSecureContext({
      cert,
      key: readFileSync(keyFile, 'utf8'),
      ...(ca === undefined ? {} : { ca }),
      minVersion: 'TLSv1.2',
      ciphers: authenticatedCiphers.join(':'),
      honorCipherOrder: true,
    });
    return { expiresAtS };
  } catch (failure) {
    throw new Fault('CONFIG_INVALID', `${certFile} and ${keyFile} do not serve TLS: ${textOf(failure)}`, {
      cause: failure,
    });
  }
};

/** It changes when a file is written or replaced, as by Kubernetes, which replaces a link. */
const stampOf = ({ certFile, keyFile, clientCaFile }: TlsFiles): string =>
  [certFile, keyFile, ...(clientCaFile === null ? [] : [clientCaFile])].map(stampOfFile).join(' ');

const stampOfFile = (path: string): string => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'away' : [found.ino, found.size, found.mtimeNs].join('/');
};

/**
 * Some 40 kB each. Connections are counted and owned after their handshake, so strangers who never end theirs
 * have a bound of their own: the oldest makes way.
 */
const handshakesMax = 1_024;

const boundHandshakes = (server: TlsServer, { port, metrics }: TlsPort): Iterable<Socket> => {
  const open = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const id = idOf(socket);
    open.set(id, socket);
    socket.once('close', () => {
      if (open.get(id) === socket) open.delete(id);
    });
    if (open.size > handshakesMax) first(open)?.destroy();
  });
  server.on('secureConnection', (socket: Socket) => open.delete(idOf(socket)));
  // Node would tell it as a request that cannot be read, and nobody could read the response.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (failure, socket) => {
    // A load balancer that only connects is no refusal.
    if (codeOf(failure) !== 'ECONNRESET') metrics.count('loyalty_tls_refused_total', { port });
    socket.destroy();
  });
  metrics.count('loyalty_tls_refused_total', { port }, 0);
  return { [Symbol.iterator]: () => open.values() };
};

const codeOf = (failure: NodeJS.ErrnoException): string | undefined => failure.code;

/** Returns one id for a connection and for the TLS socket on top of it. */
const idOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress ?? ''} ${(remotePort ?? 0).toString()} ${localAddress ?? ''}`;

const first = (open: ReadonlyMap<string, Socket>): Socket | undefined => {
  const [oldest] = open.values();
  return oldest;
};
