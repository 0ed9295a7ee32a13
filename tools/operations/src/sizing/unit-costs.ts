/**
 * What one receipt costs, as measured. The page on sizes, value files, examples and topics count with these figures and no others,
 * so a new measurement (`npm run bench -- --only sizing`) is entered here, then `npm run derive`.
 */

/** Bytes of tables and indexes of Postgres. Nothing deletes transactions; days of purchase stay for 366 days. */
export const tableBytes = {
  transactions: 1_040,
  /** Of `transactions`, three of them. */
  indexes: 200,
  ledger: 250,
  memberDays: 90,
  all: 1_800,
} as const;

/** Bytes in one copy of Kafka. */
export const kafkaBytes = { request: 520, facts: 850 } as const;

/** Pages that a receipt reads from disk where keys have outgrown memory: member, count, day, ledger, list, reference. */
export const pageReads = 6;

export interface LogCost {
  /** Receipts behind a checkpoint for each member. */
  readonly share: number;
  /** As `wal_compression`. */
  readonly bytes: Readonly<Record<'off' | 'pglz', number>>;
  readonly source: string;
}

/**
 * Bytes of write-ahead log. A page is logged whole at its first change behind a checkpoint, so what decides is how many receipts
 * come behind one, beside all members.
 */
export const logCosts: Readonly<Record<'few' | 'some' | 'many', LogCost>> = {
  few: { share: 1 / 150, bytes: { off: 33_500, pglz: 16_600 }, source: '2,000 of 300,000 members' },
  some: { share: 1 / 30, bytes: { off: 20_000, pglz: 10_000 }, source: '10,000 of 300,000 members' },
  many: { share: 1 / 3, bytes: { off: 3_900, pglz: 2_500 }, source: '100,000 of 300,000 members' },
};

/** Cores that all processes take at a fixed rate of evaluates, on a machine of two. */
export const processorTime: readonly {
  readonly perSecond: number;
  readonly services: number;
  readonly postgres: number;
  readonly kafka: number;
}[] = [
  { perSecond: 0, services: 0.15, postgres: 0.02, kafka: 0.07 },
  { perSecond: 30, services: 0.3, postgres: 0.1, kafka: 0.15 },
  { perSecond: 100, services: 0.5, postgres: 0.2, kafka: 0.25 },
  { perSecond: 300, services: 0.8, postgres: 0.35, kafka: 0.35 },
  { perSecond: 1_000, services: 1, postgres: 0.4, kafka: 0.3 },
];

/** What one process does in a second with a core of its own (docs/benchmarks.md). */
export const measuredRates = {
  /** Evaluates over 256 connections. */
  receipts: 2_771,
  redeems: 2_425,
  /** Streamed and stored. */
  bulk: 3_943,
  /** One reader of facts, at 65 µs each. */
  facts: 15_384,
  codes: 4_139,
  /** To one endpoint. */
  deliveries: 5_255,
} as const;
