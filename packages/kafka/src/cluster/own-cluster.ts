import type { Kafka } from 'kafkajs';
import {
  definitionOf,
  type Encoded,
  type KafkajsConnection,
  type KafkajsExchange,
  onNewCluster,
} from '../kafkajs/internals.ts';

interface RequiredCluster {
  readonly clusterId: string;
  /** Returns what the request fails with. May be called more than once. */
  readonly refuse: (found: string) => Error;
}

const required = new WeakMap<Kafka, RequiredCluster>();

/**
 * Requires that every connection that this client opens from now on leads to this cluster (D131): it gets no
 * request before its broker has said so. A broker's address may later lead to another cluster, and a producer
 * that connects again would not ask for metadata first.
 */
export const requireCluster = (kafka: Kafka, cluster: RequiredCluster): void => {
  required.set(kafka, cluster);
};

/**
 * Prepares a client for {@link requireCluster}, before which it does nothing. Call it once for each client.
 */
export const askConnections = (kafka: Kafka): void => {
  onNewCluster(kafka, ({ connectionPoolBuilder: builder }) => {
    const build = builder.build.bind(builder);
    builder.build = async (at) => {
      const connections = await build(at);
      for (const connection of connections.pool) askFirst(connection, () => required.get(kafka) ?? null);
      return connections;
    };
  });
};

interface AskedSocket {
  readonly socket: KafkajsConnection['socket'];
  readonly answer: Promise<void>;
}

const askFirst = (connection: KafkajsConnection, requiredNow: () => RequiredCluster | null): void => {
  const send = connection.send.bind(connection);
  let own: KafkajsConnection['socket'];
  let asked: AskedSocket | null = null;

  const ask = async (cluster: RequiredCluster, socket: KafkajsConnection['socket']): Promise<void> => {
    const found = await send(whichCluster(connection));
    if (found !== cluster.clusterId) {
      socket?.destroy();
      throw cluster.refuse(found);
    }
    own = socket;
  };

  connection.send = (exchange) => {
    const cluster = requiredNow();
    const { socket } = connection;
    if (cluster === null || (socket !== undefined && socket === own) || isHandshake(exchange))
      return send(exchange);
    const present: AskedSocket =
      asked !== null && asked.socket === socket ? asked : { socket, answer: ask(cluster, socket) };
    asked = present;
    return present.answer.then(
      () => send(exchange),
      (failure: unknown) => {
        // Asked again with the next request, where the connection is still there.
        if (asked === present) asked = null;
        throw failure;
      },
    );
  };
};

const [saslHandshakeKey, apiVersionsKey, saslAuthenticateKey] = [17, 18, 36];
const handshakeKeys = new Set<number | undefined>([saslHandshakeKey, apiVersionsKey, saslAuthenticateKey]);

/** They come before every other request of a connection, and change nothing. */
const isHandshake = ({ request }: Pick<KafkajsExchange<unknown>, 'request'>): boolean =>
  handshakeKeys.has(request.apiKey);

const metadataKey = 3;
/** The newest version that kafkajs decodes, the first that has the id, and the first with a flag behind. */
const [newest, withId, withFlag] = [6, 2, 4];

/** Asks for no topic: kafkajs' own request would ask for all. */
const whichCluster = ({ versions }: Pick<KafkajsConnection, 'versions'>): KafkajsExchange<string> => {
  const known = versions?.[metadataKey];
  const version = known === undefined ? withId : Math.min(newest, known.maxVersion);
  const { request, response } = metadataDefinition.protocol({ version })({ topics: [] });
  const body = Buffer.alloc(version >= withFlag ? 5 : 4);
  const encode = (): Promise<Encoded> => Promise.resolve({ buf: body, buffer: body });
  return {
    request: { ...request, encode },
    response: {
      decode: async (bytes) => clusterIdIn(await response.decode(bytes)),
      parse: (clusterId) => Promise.resolve(clusterId),
    },
  };
};

const clusterIdIn = (response: unknown): string =>
  String((response as { readonly clusterId: unknown }).clusterId);

const metadataDefinition = definitionOf<{ readonly topics: readonly string[] }, unknown>('Metadata');
