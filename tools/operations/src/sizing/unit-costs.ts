/**
 * Measured costs of one receipt. The page on sizes, value files, examples and topics count with these figures and no others. A new
 * measurement (`npm run bench -- --only sizing`) is entered here, then `npm run derive`.
 */

/**
 * The bytes of tables and indexes of Postgres. Nothing deletes transactions; days of purchase stay for 366
 * days.
 */
export const tableBytes = {
  transactions: 1_040,
  /** The three indexes of `transactions`. */
  indexes: 200,
  ledger: 250,
  memberDays: 90,
  all: 1_800,
} as const;

/** The bytes that Kafka stores, in one copy. */
export const kafkaBytes = { request: 520, facts: 850 } as const;

/**
 * The pages that a receipt reads from disk once keys have outgrown memory: member, count, day, ledger, list,
 * reference.
 */
export const pageReads = 6;

interface LogCost {
  readonly receipts: number;
  readonly members: number;
  /**
   * This is the time between checkpoints, for 30 receipts/s of 4 million members; null means that it is no
   * shop's.
   */
  readonly minutes: number | null;
  /** The keys are values of `wal_compression`; null means that it was not measured. */
  readonly bytes: { readonly off: number; readonly pglz: number | null };
}

/**
 * The bytes of the write-ahead log. A page is logged as a whole at its first change after a checkpoint, so
 * the number of receipts between checkpoints, compared with all members, decides.
 */
export const logCosts = {
  shop: {
    receipts: 2_000,
    members: 300_000,
    minutes: 15,
    bytes: { off: 33_500, pglz: 16_600 },
  },
  tills: { receipts: 400, members: 60_000, minutes: 15, bytes: { off: 25_000, pglz: 13_100 } },
  later: { receipts: 800, members: 60_000, minutes: 30, bytes: { off: 19_200, pglz: 10_700 } },
  many: { receipts: 20_000, members: 60_000, minutes: null, bytes: { off: 3_200, pglz: 2_600 } },
  bench: { receipts: 100_000, members: 300_000, minutes: null, bytes: { off: 3_900, pglz: null } },
} as const satisfies Readonly<Record<string, LogCost>>;

/**
 * The cores that everything uses at a fixed rate of evaluates, including Postgres and Kafka, on a machine
 * with two (docs/benchmarks.md).
 */
export const coresTaken: readonly { readonly perSecond: number; readonly cores: number }[] = [
  { perSecond: 0, cores: 0.24 },
  { perSecond: 50, cores: 0.68 },
  { perSecond: 300, cores: 1.48 },
  { perSecond: 1_000, cores: 1.7 },
];

/** The rates per second of one process with a core of its own (docs/benchmarks.md). */
export const processRates = {
  /** Evaluates over 256 connections. */
  receipts: 2_771,
  redeems: 2_425,
  /** Bulk receipts that are streamed and stored. */
  bulk: 3_943,
  /** Facts of one reader, which takes 65 µs for each. */
  facts: 15_384,
  codes: 4_139,
  /** Deliveries to one endpoint. */
  deliveries: 5_255,
} as const;
