import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSnippets } from './documented-commands.ts';

/** A folder with the programs that docs/integration.md shows for streams, and the receipts that they send. */
export interface Night {
  /** The programs of the chapter read these variables, among others. */
  readonly env: NodeJS.ProcessEnv;
  /** The time at which the night began, for the reconciliation. */
  readonly since: string;
  /** The lines that {@link foundInNight} must return. */
  readonly expected: readonly string[];
}

interface NightOptions {
  /** The path of docs/integration.md. */
  readonly page: string;
  readonly folder: string;
  /** References begin with it; no other night has it. */
  readonly prefix: string;
  readonly stream: {
    readonly topic: string;
    readonly brokers: readonly string[];
    readonly schemaRegistryUrl: string;
  };
  readonly api: { readonly baseUrl: string; readonly tenantId: string; readonly key: string };
}

const receipts = 1_000;
const members = 50;

/**
 * Writes the programs `stream_receipts.py`, `StreamReceipts.java`, `reconcile.py` and `prove.py` of the chapter, and a thousand receipts
 * with three faults, whose texts are padded as those of a fixed column are. Producers append to `sent.csv`, so that of an
 * earlier night in the folder is deleted.
 */
export const writeNight = ({ page, folder, prefix, stream, api }: NightOptions): Night => {
  const now = Date.now();
  for (const [name, code] of Object.entries(programsIn(page))) writeFileSync(join(folder, name), code);
  const lines = Array.from({ length: receipts }, (_, at) => JSON.stringify(receiptAt(at, prefix, now)));
  writeFileSync(join(folder, 'receipts.ndjson'), `${lines.join('\n')}\n`);
  rmSync(join(folder, 'sent.csv'), { force: true });
  return {
    env: {
      STREAM_TOPIC: stream.topic,
      KAFKA_BROKERS: stream.brokers.join(','),
      SCHEMA_REGISTRY_URL: stream.schemaRegistryUrl,
      LOYALTY_URL: api.baseUrl,
      LOYALTY_TENANT: api.tenantId,
      LOYALTY_KEY: api.key,
    },
    since: new Date(now - 60_000).toISOString(),
    expected: [
      `${prefix}-117 VALIDATION_ERROR /amountCents`,
      `${prefix}-400 TRANSACTION_DUPLICATE`,
      `${prefix}-900 VALIDATION_ERROR /occurredAt`,
      `${(receipts - 3).toString()} receipts are stored`,
    ].toSorted(),
  };
};

const programsIn = (page: string): Readonly<Record<string, string>> => {
  const snippets = readSnippets(page, 'Receipts by Kafka');
  const [producer = '', reconciliation = '', proof = ''] = codesIn(snippets, 'python');
  const [java = ''] = codesIn(snippets, 'java');
  return {
    'stream_receipts.py': producer,
    'reconcile.py': reconciliation,
    'prove.py': proof,
    'StreamReceipts.java': java,
  };
};

const codesIn = (snippets: ReturnType<typeof readSnippets>, wanted: string): readonly string[] =>
  snippets.filter(({ language }) => language === wanted).map(({ code }) => code);

/** Receipt 450 has the reference of 400, with which it shares its member; 900 has a time in microseconds. */
const receiptAt = (at: number, prefix: string, now: number) => {
  const unitPriceCents = 1_000 + at;
  return {
    transactionRef: `${prefix}-${(at === 450 ? 400 : at).toString()}`,
    memberRef: `${prefix}-customer-${(at % members).toString()}    `,
    amountCents: at === 117 ? -1 : 2 * unitPriceCents,
    storeRef: 'cape-1  ',
    occurredAt: at === 900 ? now * 1_000 : now,
    products: [{ sku: `sku-${(at % 7).toString()} `, quantity: 2, unitPriceCents }],
  };
};

/** Returns what the reconciliation printed: reference, code and pointer of each refusal, in order, then the count. */
export const foundInNight = (printed: string): readonly string[] =>
  printed.trimEnd().split('\n').map(asFound).toSorted();

const asFound = (line: string): string => {
  const [ref = '', code = '', ...context] = line.split(' ');
  if (!context[0]?.startsWith('{')) return line;
  const { errors = [] } = JSON.parse(context.join(' ')) as {
    readonly errors?: readonly { pointer: string }[];
  };
  return [ref, code, ...errors.map(({ pointer }) => pointer)].join(' ');
};
