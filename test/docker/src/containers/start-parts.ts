import { freePort, printLine } from '@loyalty/stack';
import { GenericContainer, Network, Wait, type StartedTestContainer } from 'testcontainers';
import { readComposedParts, type ComposedPart, type PartName } from './composed-part.ts';

/** Kafka, registry, Postgres and Redis as containers. */
export interface ContainerParts {
  /** The variables that name them, as the local stack takes parts that run already. */
  readonly addresses: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** On a slow machine. */
const startPatienceMs = 180_000;

const ports: Readonly<Record<PartName, number>> = {
  kafka: 19092,
  registry: 8080,
  postgres: 5432,
  redis: 6379,
};

/** Starts the four parts of `docker-compose.yml`, and waits until each is healthy as the file defines it. Stops all when one fails. */
export const startParts = async (): Promise<ContainerParts> => {
  const network = await new Network().start();
  const started: StartedTestContainer[] = [];
  const stop = async (): Promise<void> => {
    for (const container of started.toReversed()) await container.stop({ timeout: 10_000 });
    await network.stop();
  };
  const composed = readComposedParts();
  const start = async (name: PartName, part: ComposedPart, hostPort?: number): Promise<string> => {
    const begunAt = performance.now();
    const port = ports[name];
    const container = await containerOf(part)
      .withNetwork(network)
      .withNetworkAliases(name)
      .withExposedPorts(hostPort === undefined ? port : { container: port, host: hostPort })
      .start();
    started.push(container);
    printLine(
      `${name} is healthy after ${((performance.now() - begunAt) / 1_000).toFixed(1)} s (${part.image})`,
    );
    return `${container.getHost()}:${container.getMappedPort(port).toString()}`;
  };
  try {
    const kafkaPort = await freePort();
    const [kafka, postgres, redis] = await Promise.all([
      start('kafka', reachedFromHere(composed('kafka'), kafkaPort), kafkaPort),
      start('postgres', quick(composed('postgres'))),
      start('redis', composed('redis')),
    ]);
    const registry = await start('registry', composed('registry'));
    const addresses = {
      KAFKA_BROKERS: kafka,
      SCHEMA_REGISTRY_URL: `http://${registry}/apis/ccompat/v7`,
      DATABASE_URL: `postgres://loyalty:loyalty@${postgres}/loyalty`,
      REDIS_URL: `redis://${redis}`,
    };
    return { addresses, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
};

const containerOf = ({ image, command, environment, sharedMemoryBytes, healthcheck }: ComposedPart) => {
  const container = new GenericContainer(image)
    .withEnvironment({ ...environment })
    .withHealthCheck(healthcheck)
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(startPatienceMs);
  if (command.length > 0) container.withCommand([...command]);
  if (sharedMemoryBytes > 0) container.withSharedMemorySize(sharedMemoryBytes);
  return container;
};

/** A broker names its address to clients. Those in the network and those on this machine need two: so a listener more. */
const reachedFromHere = (part: ComposedPart, hostPort: number): ComposedPart => {
  const { environment } = part;
  const longer = (name: string, item: string): Record<string, string> => ({
    [name]: `${environment[name] ?? ''},${item}`,
  });
  return {
    ...part,
    environment: {
      ...environment,
      ...longer('KAFKA_LISTENERS', `HOST://:${ports.kafka.toString()}`),
      ...longer('KAFKA_ADVERTISED_LISTENERS', `HOST://127.0.0.1:${hostPort.toString()}`),
      ...longer('KAFKA_LISTENER_SECURITY_PROTOCOL_MAP', 'HOST:PLAINTEXT'),
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
    },
  };
};

/**
 * Sets a part up as in the stack of `npm test`: nothing need outlive a power failure, and roles of tests have
 * no passwords.
 */
const quick = (part: ComposedPart): ComposedPart => ({
  ...part,
  command: [...part.command, '-c', 'fsync=off'],
  environment: { ...part.environment, POSTGRES_HOST_AUTH_METHOD: 'trust' },
});
