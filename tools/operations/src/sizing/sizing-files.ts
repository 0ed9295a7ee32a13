import { stringify } from 'yaml';
import type { DerivedFile } from '../derived-file.ts';
import {
  brokerDiskGib,
  checkpointMinutes,
  controllerDiskGib,
  dataDiskGib,
  maxLogGib,
  type Size,
  sizes,
  topicLimits,
  logCompression,
  logDiskGib,
} from './sizes.ts';
import { sizingPage } from './sizing-page.ts';

/**
 * Returns the page, and for each size the values of the chart and what it changes in the examples' servers.
 */
export const sizingFiles = (): readonly DerivedFile[] => [
  { path: 'docs/sizing.md', text: sizingPage() },
  ...sizes.flatMap((size) => [
    { path: `deploy/helm/values/${size.name}.yaml`, text: valuesText(size) },
    { path: `deploy/helm/examples/sizes/${size.name}/kustomization.yaml`, text: componentText(size) },
  ]),
];

const derived = '# Derived by `npm run derive` from tools/operations/src/sizing. Do not edit.';

const loadOf = ({ name, meanPerSecond, peakPerSecond }: Size): string =>
  `${name}: ${meanPerSecond.toString()} receipts a second in the mean, ${peakPerSecond.toLocaleString('en')} at the peak (docs/sizing.md)`;

const valuesText = (size: Size): string => {
  const services = Object.fromEntries(
    Object.entries(size.workloads).map(([name, { min, max, cpu, memory, memoryLimit }]) => [
      name,
      {
        replicas: { min, max },
        resources: { requests: { cpu, memory }, limits: { memory: memoryLimit } },
      },
    ]),
  );
  const values = { services, database: { maxConnections: size.postgres.maxConnections } };
  return `${derived}
# The size ${loadOf(size)}. Add it to minimal.yaml or production.yaml, which say how servers are reached:
#   helm … --values production.yaml --values ${size.name}.yaml
${stringify(values)}`;
};

/** A component of kustomize: patches alone, so that it fits objects that somebody has copied and changed. */
const componentText = (size: Size): string => {
  const patches = [
    ...nodePools(size).map((pool) => patchOf('KafkaNodePool', pool)),
    patchOf('Cluster', postgresOf(size)),
    ...topicLimits(size).map(({ topic, retentionBytes, segmentBytes }) =>
      patchOf('KafkaTopic', {
        name: topic,
        spec: {
          config: {
            'retention.bytes': retentionBytes.toString(),
            'segment.bytes': segmentBytes.toString(),
          },
        },
      }),
    ),
  ];
  const component = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', patches };
  return `${derived}
# The size ${loadOf(size)}: what it changes in ../../kafka.yaml, kafka-topics.yaml and postgres.yaml.
${stringify(component)}`;
};

interface Patched {
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const apiVersions = {
  KafkaNodePool: 'kafka.strimzi.io/v1',
  KafkaTopic: 'kafka.strimzi.io/v1',
  Cluster: 'postgresql.cnpg.io/v1',
} as const;

const patchOf = (kind: keyof typeof apiVersions, { name, spec }: Patched) => ({
  target: { kind, name },
  patch: stringify({ apiVersion: apiVersions[kind], kind, metadata: { name }, spec }),
});

/** Returns the whole list, because Helm replaces lists as a whole. */
const volumesOf = (gib: number, holdsMetadata: boolean) => ({
  type: 'jbod',
  volumes: [
    {
      id: 0,
      type: 'persistent-claim',
      size: `${gib.toString()}Gi`,
      deleteClaim: false,
      ...(holdsMetadata && { kraftMetadata: 'shared' }),
    },
  ],
});

export const nodePools = (size: Size): readonly Patched[] => [
  {
    name: 'controllers',
    spec: { storage: volumesOf(controllerDiskGib, true) },
  },
  {
    name: 'brokers',
    spec: {
      storage: volumesOf(brokerDiskGib(size), false),
      resources: {
        requests: { cpu: size.broker.cores.toString(), memory: `${size.broker.memoryGib.toString()}Gi` },
        limits: { memory: `${size.broker.memoryGib.toString()}Gi` },
      },
      jvmOptions: {
        '-Xms': `${size.broker.heapGib.toString()}g`,
        '-Xmx': `${size.broker.heapGib.toString()}g`,
      },
    },
  },
];

export const postgresOf = (size: Size): Patched => ({
  name: 'loyalty-db',
  spec: {
    postgresql: {
      parameters: {
        max_connections: size.postgres.maxConnections.toString(),
        shared_buffers: `${size.postgres.sharedBuffersGib.toString()}GB`,
        checkpoint_timeout: `${checkpointMinutes.toString()}min`,
        max_wal_size: `${maxLogGib(size).toString()}GB`,
        wal_compression: logCompression,
      },
    },
    storage: { size: `${dataDiskGib(size).toString()}Gi` },
    walStorage: { size: `${logDiskGib(size).toString()}Gi` },
    resources: {
      requests: { cpu: size.postgres.cores.toString(), memory: `${size.postgres.memoryGib.toString()}Gi` },
      limits: { memory: `${size.postgres.memoryGib.toString()}Gi` },
    },
  },
});
