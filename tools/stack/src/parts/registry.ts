import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import type { StackContext } from '../settings.ts';
import { fetchOnce, unpackGoal } from './maven.ts';
import { respondsToHttp, type StackPart } from './part.ts';

const registryVersion = '3.3.2';
const cacheFolder = `apicurio-registry-${registryVersion}`;

interface RegistryPorts {
  readonly api: number;
  readonly management: number;
}

/** Returns the URL for clients of the Confluent protocol. */
export const registryUrl = (port: number): string => `http://127.0.0.1:${String(port)}/apis/ccompat/v7`;

/**
 * Creates the registry. A stored message's schema id must stay valid, so its file and Kafka's log are kept
 * and deleted together.
 */
export const createRegistry = (context: StackContext, ports: RegistryPorts): StackPart => {
  const { dataDir, logDir, cacheDir } = context.layout;
  const folder = join(dataDir, 'registry');
  return {
    name: 'registry',
    port: ports.api,
    logPath: join(logDir, 'registry.log'),
    fetch: () => fetchRegistry(context),
    prepare: () => prepareFolders(folder),
    command: () => ({
      command: join(context.javaHome, 'bin/java'),
      args: [
        '-Xmx256m',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        ...settings(ports, folder).map((setting) => `-D${setting}`),
        '-jar',
        join(cacheDir, cacheFolder, 'quarkus-run.jar'),
      ],
      env: inheritedEnvironment(),
    }),
    isReady: () => respondsToHttp(`${registryUrl(ports.api)}/subjects`),
  };
};

const temporaryFolder = (folder: string): string => join(folder, 'tmp');

/** Each start unpacks libraries into the temporary folder and leaves them. */
const prepareFolders = (folder: string): Promise<void> => {
  rmSync(temporaryFolder(folder), { recursive: true, force: true });
  mkdirSync(temporaryFolder(folder), { recursive: true });
  return Promise.resolve();
};

/** WRITE_DELAY=0: an acknowledged registration survives a kill. Otherwise its id would be assigned again. */
const settings = (ports: RegistryPorts, folder: string): readonly string[] => [
  'quarkus.http.host=127.0.0.1',
  `quarkus.http.port=${String(ports.api)}`,
  'quarkus.management.host=127.0.0.1',
  `quarkus.management.port=${String(ports.management)}`,
  'quarkus.http.access-log.enabled=false',
  'quarkus.otel.sdk.disabled=true',
  `apicurio.datasource.url=jdbc:h2:file:${join(folder, 'registry')};WRITE_DELAY=0`,
  'apicurio.datasource.jdbc.initial-size=2',
  'apicurio.datasource.jdbc.min-size=2',
  'apicurio.datasource.jdbc.max-size=20',
  `apicurio.storage.snapshot.location=${folder}`,
  `java.io.tmpdir=${temporaryFolder(folder)}`,
];

const fetchRegistry = async (context: StackContext): Promise<void> => {
  const artifact = {
    group: 'io.apicurio',
    name: 'apicurio-registry-app',
    version: registryVersion,
    typeAndClassifier: 'tar.gz:all',
  };
  await fetchOnce(context, {
    folder: cacheFolder,
    title: `Apicurio Registry ${registryVersion} (158 MB)`,
    goal: (target) => unpackGoal(artifact, target),
  });
};
