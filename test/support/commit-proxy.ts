import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { readLocalStack } from '@loyalty/stack';

/** A COMMIT that the server has answered, and whose answer is on its way no further. */
export interface HeldCommit {
  /** Lets the answer through. */
  pass(): void;
  /** Breaks the connection instead: whoever committed never learns that it was done. */
  lose(): void;
}

/** A way to the stack's Postgres on which answers to commits can be held back. */
export interface CommitProxy {
  readonly databaseUrl: string;
  /** Resolves once the next transaction of which a statement contains `text` has been committed by the server. */
  holdNext(text: string): Promise<HeldCommit>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly text: string;
  readonly resolve: (held: HeldCommit) => void;
}

/** Starts one on a free port. */
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
    holdNext: (text) =>
      new Promise((resolve) => {
        state.waiting = { text, resolve };
      }),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** As it stands in the protocol: the text of a simple query ends with a zero byte. */
const commit = Buffer.from('COMMIT\0');

/** Carries bytes both ways; what the server says after the COMMIT that is waited for stays here. */
const join = (client: Socket, upstream: Socket, state: { waiting: Waiting | null }): void => {
  let found: Waiting | null = null;
  let isCommitted = false;
  client.on('data', (chunk) => {
    if (state.waiting !== null && chunk.includes(state.waiting.text)) {
      found = state.waiting;
      state.waiting = null;
    }
    isCommitted ||= found !== null && chunk.includes(commit);
    upstream.write(chunk);
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
    const lose = (): void => {
      client.destroy();
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
