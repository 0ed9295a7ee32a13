import { createHmac } from 'node:crypto';
import { type Kafka, requireCluster } from '@loyalty/kafka';
import { describeCluster } from '@loyalty/kafka/metadata';
import { readRegistryId } from '@loyalty/kafka/registry';
import { Fault, invariant, isWrongSetting, type Part, systemClock, textOf } from '@loyalty/kernel';
import {
  type Installation,
  otherKafka,
  otherRegistry,
  readInstallation,
} from '@loyalty/storage/installation';
import type { StreamServiceConfig } from '../settings/common-settings.ts';
import type { ServiceContext } from '../process.ts';
import { withStartDatabase } from './schema-wait.ts';

type InstallationContext = Pick<
  ServiceContext<Pick<StreamServiceConfig, 'databaseUrl' | 'schemaRegistryUrl'>>,
  'config' | 'logger' | 'phase' | 'onFatal'
>;

/** The Kafka cluster and the registry that this database belongs to (D131). */
export interface OwnInstallation {
  /**
   * Starts after the schema is complete and before anything uses Kafka, the registry or Redis. If it meets
   * others, then or whenever a connection to Kafka is opened, the process ends with one sentence.
   */
  readonly part: Part;
  /** Returns the id of the cluster to which positions are bound. It is known once the part has started. */
  readonly clusterId: () => string;
  /** Returns the secret for the cache; it is null before the part has started. */
  readonly cacheSecret: () => Buffer | null;
  /** Throws if the registry is another one, or cannot say which one it is. */
  readonly confirmRegistry: () => Promise<void>;
}

interface OwnInstallationOptions {
  readonly name: string;
  readonly kafka: Kafka;
  /** If false, the process serves without Kafka, whose id is compared once Kafka responds. */
  readonly needsKafka?: boolean;
}

export const createOwnInstallation = (
  context: InstallationContext,
  { name, kafka, needsKafka = true }: OwnInstallationOptions,
): OwnInstallation => {
  const { config, phase, onFatal } = context;
  let own: RecordedInstallation | null = null;
  /** Reports a fault once. Until the part has started this is null, and the part throws the fault. */
  let report: ((fault: Fault) => void) | null = null;
  const ending = (fault: Fault): Fault => {
    report?.(fault);
    report = null;
    return fault;
  };
  const confirmRegistry = async (): Promise<void> => {
    const { databaseId, registryId } = known(own);
    const found = await readRegistryId(config.schemaRegistryUrl);
    if (found === null) throw unidentified();
    if (found !== registryId) throw ending(otherRegistry(databaseId, registryId, found));
  };
  const start = async (signal?: AbortSignal): Promise<void> => {
    own = await withStartDatabase(context, name, (db) =>
      phase.waitFor(
        'what «loyaltyctl deploy» records',
        async () => recordedIn(await readInstallation(db)),
        signal,
      ),
    );
    const { clusterId, databaseId } = own;
    requireCluster(kafka, { clusterId, refuse: (found) => ending(otherKafka(databaseId, clusterId, found)) });
    await Promise.all([
      needsKafka
        ? phase.waitFor('Kafka', () => describeCluster(kafka), signal)
        : unlessAway(context, describeCluster(kafka)),
      unlessAway(context, confirmRegistry()),
    ]);
    report = onFatal;
  };
  return {
    part: { name: 'installation', start },
    clusterId: () => known(own).clusterId,
    cacheSecret: () => own?.cacheSecret ?? null,
    confirmRegistry,
  };
};

interface RecordedInstallation {
  readonly databaseId: string;
  readonly clusterId: string;
  readonly registryId: string;
  readonly cacheSecret: Buffer;
}

const recordedIn = ({ databaseId, clusterId, registryId, secret }: Installation): RecordedInstallation => {
  if (clusterId !== null && registryId !== null)
    // A copy of the database that got a Kafka of its own finds and leaves nothing in the first one's Redis.
    return {
      databaseId,
      clusterId,
      registryId,
      cacheSecret: createHmac('sha256', secret).update(clusterId).digest(),
    };
  throw new Fault(
    'INSTALLATION_UNKNOWN',
    'the database does not say which Kafka and registry it belongs to: run «loyaltyctl deploy»',
  );
};

const known = (own: RecordedInstallation | null): RecordedInstallation => {
  invariant(own !== null, 'what the database belongs to is known before anything else is asked');
  return own;
};

/** A Kafka or registry that responds does so within milliseconds. */
const startPatienceMs = 3_000;

/** A part that is unavailable is compared when it is used, and not used before. */
const unlessAway = async (
  { logger }: Pick<InstallationContext, 'logger'>,
  asked: Promise<unknown>,
): Promise<void> => {
  const waited = new AbortController();
  try {
    await Promise.race([asked, systemClock.sleep(startPatienceMs, waited.signal)]);
  } catch (failure) {
    if (isWrongSetting(failure)) throw failure;
    logger.debug({ error: textOf(failure) }, 'not compared with what the database belongs to');
  } finally {
    waited.abort('asked');
    asked.catch(() => undefined);
  }
};

const unidentified = (): Fault =>
  new Fault(
    'REGISTRY_UNAVAILABLE',
    'the registry does not say which one it is, as after a loss of its data: run «loyaltyctl schemas register»',
    { retry: true },
  );
