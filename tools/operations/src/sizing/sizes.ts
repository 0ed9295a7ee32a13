import { topicCatalogue } from '@loyalty/contracts';
import { kafkaBytes, logCosts, pageReads, tableBytes } from './unit-costs.ts';

export type SizeName = 'small' | 'medium' | 'large';

/**
 * This is the size of one workload. Together the requests are what everything took at that rate, and some
 * more; memory's limit bounds the heap.
 */
interface ProcessSize {
  readonly min: number;
  readonly max: number;
  readonly cpu: string;
  readonly memory: string;
  readonly memoryLimit: string;
}

export interface Size {
  readonly name: SizeName;
  /** The mean receipts per second over months, which decides the size of disks. */
  readonly meanPerSecond: number;
  /** The receipts per second in the busiest minute, which decide the number of processors. */
  readonly peakPerSecond: number;
  readonly workloads: Readonly<Record<string, ProcessSize>>;
  readonly postgres: {
    readonly cores: number;
    readonly memoryGib: number;
    readonly sharedBuffersGib: number;
    readonly maxConnections: number;
  };
  /** The size of each broker. The heap is a part of the memory. */
  readonly broker: { readonly cores: number; readonly memoryGib: number; readonly heapGib: number };
}

const workload = (
  [min, max]: readonly [number, number],
  cpu: string,
  [memory, memoryLimit]: readonly [string, string],
): ProcessSize => ({ min, max, cpu, memory, memoryLimit });

const usual = ['256Mi', '512Mi'] as const;
const roomy = ['384Mi', '768Mi'] as const;
const ample = ['768Mi', '1536Mi'] as const;

/** The sizes in the order of their rates. `medium` is the chart's default, except for its processes. */
export const sizes: readonly Size[] = [
  {
    name: 'small',
    meanPerSecond: 30,
    peakPerSecond: 300,
    workloads: {
      'ingress-checkout': workload([2, 4], '250m', roomy),
      'ingress-management': workload([2, 3], '100m', usual),
      'earn-engine-interactive': workload([2, 4], '250m', roomy),
      'earn-engine-bulk': workload([2, 3], '100m', usual),
      'burn-engine': workload([2, 3], '100m', usual),
      'tier-service': workload([2, 3], '100m', usual),
      'segment-service': workload([2, 3], '100m', usual),
      fulfilment: workload([2, 3], '100m', usual),
      'webhook-dispatcher': workload([2, 3], '100m', usual),
    },
    postgres: { cores: 1, memoryGib: 8, sharedBuffersGib: 2, maxConnections: 800 },
    broker: { cores: 1, memoryGib: 4, heapGib: 2 },
  },
  {
    name: 'medium',
    meanPerSecond: 100,
    peakPerSecond: 500,
    workloads: {
      'ingress-checkout': workload([3, 8], '300m', roomy),
      'ingress-management': workload([2, 3], '150m', roomy),
      'earn-engine-interactive': workload([3, 8], '300m', roomy),
      'earn-engine-bulk': workload([2, 6], '250m', roomy),
      'burn-engine': workload([2, 3], '150m', roomy),
      'tier-service': workload([2, 3], '150m', roomy),
      'segment-service': workload([2, 3], '150m', roomy),
      fulfilment: workload([2, 3], '100m', roomy),
      'webhook-dispatcher': workload([2, 6], '150m', roomy),
    },
    postgres: { cores: 2, memoryGib: 32, sharedBuffersGib: 8, maxConnections: 1_000 },
    broker: { cores: 1, memoryGib: 6, heapGib: 3 },
  },
  {
    name: 'large',
    meanPerSecond: 125,
    peakPerSecond: 1_000,
    workloads: {
      'ingress-checkout': workload([4, 12], '400m', ample),
      'ingress-management': workload([2, 4], '200m', ample),
      'earn-engine-interactive': workload([4, 12], '400m', ample),
      'earn-engine-bulk': workload([2, 8], '400m', ample),
      'burn-engine': workload([3, 6], '200m', ample),
      'tier-service': workload([2, 4], '200m', ample),
      'segment-service': workload([2, 4], '200m', ample),
      fulfilment: workload([2, 4], '200m', ample),
      'webhook-dispatcher': workload([3, 8], '200m', ample),
    },
    postgres: { cores: 4, memoryGib: 64, sharedBuffersGib: 16, maxConnections: 1_300 },
    broker: { cores: 2, memoryGib: 8, heapGib: 4 },
  },
];

const gibibyte = 1_073_741_824;
const mebibyte = 1_048_576;
const secondsADay = 86_400;

export const receiptsPerDay = (perSecond: number): number => perSecond * secondsADay;
/** Returns the bytes of tables after this many days of this mean rate. */
export const tablesAfter = (perSecond: number, days: number): number =>
  receiptsPerDay(perSecond) * days * tableBytes.all;
/** Returns the pages per second that are read from disk once keys are larger than memory. */
export const readsAt = (perSecond: number): number => perSecond * pageReads;
/** Returns the days until tables of this mean rate fill a disk. */
export const daysToFill = (perSecond: number, bytes: number): number =>
  bytes / (receiptsPerDay(perSecond) * tableBytes.all);

/**
 * The days for which a disk is bought: a quarter, after which it is enlarged. The alerts say so two weeks
 * ahead.
 */
export const daysPlanned = 91;
/** The days for which data are kept: thirteen months. */
export const daysKept = 396;
/** A disk may be as full as this; DiskNearlyFull comes at 85 %. */
const fullTo = 0.8;

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;
const gibOf = (bytes: number, step: number): number => roundUp(bytes / gibibyte, step);

export const dataDiskGib = ({ meanPerSecond }: Size, days = daysPlanned): number =>
  gibOf(tablesAfter(meanPerSecond, days) / fullTo, 50);

/**
 * The interval of checkpoints. With longer ones more receipts share a page, and a crash replays at most the
 * log since the previous checkpoint.
 */
export const checkpointMinutes = 30;
export const logCompression = 'pglz';

/** Returns the log of a day for a shop, few of whose members buy between two checkpoints. */
export const logPerDay = (perSecond: number): number =>
  receiptsPerDay(perSecond) * logCosts.shop.bytes[logCompression];

/**
 * Returns a size of the log with which checkpoints are caused by time and not by size, even at the peak: one
 * begins at half of this.
 */
export const maxLogGib = ({ peakPerSecond }: Size): number =>
  gibOf(peakPerSecond * checkpointMinutes * 60 * logCosts.shop.bytes[logCompression] * 2, 4);

/**
 * Returns the size of a disk for the log of a day in which the archive refuses it, in addition to what stays
 * for checkpoints.
 */
export const logDiskGib = (size: Size): number =>
  gibOf((logPerDay(size.meanPerSecond) + maxLogGib(size) * gibibyte) / fullTo, 10);

/** Seven days, and one for the file that is still written. */
const daysInTopic = 8;
/** A partition of busy members may have twice its share. */
const skew = 2;

export interface TopicLimit {
  readonly topic: string;
  readonly retentionBytes: number;
  readonly segmentBytes: number;
}

/** Bytes that a receipt, at the most, writes to each topic; the others are small or kept for minutes. */
const topicBytes: Readonly<Record<string, number>> = {
  'loyalty.evaluate': kafkaBytes.request,
  'loyalty.receipts': kafkaBytes.request,
  'loyalty.member-events': kafkaBytes.request / 4,
  'loyalty.redeem': kafkaBytes.request / 4,
  'loyalty.burn-requests': kafkaBytes.request / 4,
  'loyalty.burn-requests-bulk': kafkaBytes.request / 4,
  'loyalty.credits': kafkaBytes.request / 4,
  'loyalty.facts': kafkaBytes.facts,
  'loyalty.facts-bulk': kafkaBytes.facts,
  'loyalty.dead-letters': kafkaBytes.request / 4,
};

/**
 * Returns the limit of each partition, at which Kafka deletes the oldest records before its disk is full
 * (D163). It is twice the mean of a week: at the mean rate time deletes, and never size.
 */
export const topicLimits = ({ meanPerSecond }: Size): readonly TopicLimit[] =>
  topicCatalogue.flatMap(({ name, partitions }) => {
    const bytes = topicBytes[name];
    if (bytes === undefined) return [];
    const share = (receiptsPerDay(meanPerSecond) * daysInTopic * bytes * skew) / partitions;
    const retentionBytes = roundUp(share, mebibyte);
    return [
      { topic: name, retentionBytes, segmentBytes: Math.max(16 * mebibyte, roundUp(share / 8, mebibyte)) },
    ];
  });

/**
 * Returns the maximum bytes of a broker with a copy of each partition: a file is deleted once the others
 * reach the limit.
 */
export const topicsAtMost = (size: Size): number =>
  topicLimits(size).reduce(
    (sum, { topic, retentionBytes, segmentBytes }) =>
      sum +
      (topicCatalogue.find(({ name }) => name === topic)?.partitions ?? 0) * (retentionBytes + segmentBytes),
    0,
  );

/** Topics of a tenant's own, compacted ones, those of minutes, and Kafka's: in addition to the limits. */
const otherTopicsGib = 5;
export const brokerDiskGib = (size: Size): number =>
  gibOf((topicsAtMost(size) + otherTopicsGib * gibibyte) / fullTo, 10);
export const controllerDiskGib = 10;

const coresIn = (cpu: string): number => (cpu.endsWith('m') ? Number(cpu.slice(0, -1)) / 1_000 : Number(cpu));
const gibIn = (memory: string): number => Number(memory.replace('Mi', '')) / 1_024;

export interface Needs {
  readonly cores: number;
  readonly memoryGib: number;
  readonly diskGib: number;
}

/** Returns what the services need, with the minimum of processes of each. */
export const servicesNeed = ({ workloads }: Size): Needs => ({
  cores: Object.values(workloads).reduce((sum, { min, cpu }) => sum + min * coresIn(cpu), 0),
  memoryGib: Object.values(workloads).reduce((sum, { min, memory }) => sum + min * gibIn(memory), 0),
  diskGib: 0,
});

/** The number of copies of each server, in three zones. */
export const copies = 3;
export const postgresNeeds = (size: Size): Needs => ({
  cores: copies * size.postgres.cores,
  memoryGib: copies * size.postgres.memoryGib,
  diskGib: copies * (dataDiskGib(size) + logDiskGib(size)),
});
const controller = { cores: 0.25, memoryGib: 2, heapGib: 1 } as const;
export const kafkaNeeds = (size: Size): Needs => ({
  cores: copies * (size.broker.cores + controller.cores),
  memoryGib: copies * (size.broker.memoryGib + controller.memoryGib),
  diskGib: copies * (brokerDiskGib(size) + controllerDiskGib),
});
