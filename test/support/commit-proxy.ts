import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { readLocalStack } from '@loyalty/stack';

/** A COMMIT whose response the proxy holds back, or that has not reached the server yet. */
export interface HeldCommit {
  /** Passes on what is held. */
  pass(): void;
  /** Breaks the connection instead: the client never learns what became of its commit. */
  lose(): void;
}

/** A proxy of the stack's Postgres that can hold back commits and the responses to them. */
export interface CommitProxy {
  readonly databaseUrl: string;
  /**
   * Holds the next commit of a transaction with a statement that contains `text`. Resolves once the server has committed it,
   * or, with `before`, once the client has sent the COMMIT.
   */
  holdNext(text: string, when?: 'before' | 'after'): Promise<HeldCommit>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly text: string;
  readonly isBefore: boolean;
  readonly resolve: (held: HeldCommit) => void;
}

/** Starts a proxy on a free port. */
export const startCommitProxy = async (): Promise<CommitProxy> => {
  const url = new URL(readLocalStack().databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const state: { waiting: Waiting | null } = { waiting: null };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    join(client, upstream, state);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  url.hostname = '127.0.0.1';
  url.port = address.port.toString();
  return {
    databaseUrl: url.toString(),
    holdNext: (text, when = 'after') =>
      new Promise((resolve) => {
        state.waiting = { text, isBefore: when === 'before', resolve };
      }),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** The bytes in the protocol: the text of a simple query ends with a zero byte. */
const commit = Buffer.from('COMMIT\0');

/** Forwards bytes both ways; holds back the awaited COMMIT, or the server's bytes after it. */
const join = (client: Socket, upstream: Socket, state: { waiting: Waiting | null }): void => {
  let found: Waiting | null = null;
  let isCommitted = false;
  const lose = (): void => {
    client.destroy();
  };
  client.on('data', (chunk) => {
    if (state.waiting !== null && chunk.includes(state.waiting.text)) {
      found = state.waiting;
      state.waiting = null;
    }
    const pass = (): void => {
      upstream.write(chunk);
    };
    if (found !== null && chunk.includes(commit)) {
      if (found.isBefore) {
        found.resolve({ pass, lose });
        found = null;
        return;
      }
      isCommitted = true;
    }
    pass();
  });
  upstream.on('data', (chunk) => {
    if (!isCommitted || found === null) {
      client.write(chunk);
      return;
    }
    const { resolve } = found;
    [found, isCommitted] = [null, false];
    const pass = (): void => {
      client.write(chunk);
    };
    resolve({ pass, lose });
  });
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => undefined);
    one.on('close', () => other.destroy());
  }
};
