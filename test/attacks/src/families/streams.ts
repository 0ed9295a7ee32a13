import { randomUUID } from 'node:crypto';
import {
  createForeignProducer,
  type ForeignProducer,
  type ForeignRecord,
} from '../../../support/foreign-producer.ts';
import type { SampleReceipt } from '../../../support/independent-points.ts';
import { attackOf, type Attack } from '../attack.ts';
import { untilOver, type Blow } from '../attacker/blow.ts';
import type { Ground } from '../attacker/ground.ts';
import { times } from '../attacker/receipts.ts';
import { dearReceipt, fillCampaigns } from './receipts.ts';
import { largeRewardRule, listingRule } from '../../../support/dear-campaigns.ts';

const enable = async (ground: Ground): Promise<ForeignProducer> => {
  const { stack, tenantId, loyaltyctl } = ground;
  const line = ['stream', 'enable', '--tenant', tenantId, '--mode', 'live'];
  const { topic } = await loyaltyctl<{ topic: string }>(...line);
  return createForeignProducer(topic, stack.now());
};

const stop = (_ground: Ground, producer: ForeignProducer): Promise<void> => producer.stop();

const sample = (more: Partial<SampleReceipt> = {}): SampleReceipt =>
  Object.assign(
    {
      transactionRef: randomUUID(),
      memberRef: randomUUID(),
      amount: 100,
      storeRef: '1',
      currency: 'ZAR',
      occurredAt: new Date().toISOString(),
      products: [],
    },
    more,
  );

/** Sends, and waits for the end of the blow: the work begins when Kafka has the records. */
const sendRecords = async (
  blow: Blow,
  producer: ForeignProducer,
  { perSend, recordOf, total }: Flow,
): Promise<void> => {
  for (let sent = 0; sent < total && !blow.signal.aborted; sent += perSend)
    await producer.send(times(perSend, recordOf));
  await untilOver(blow);
};

/** Records to send: so many at once, as long as the blow lasts and until there were so many in all. */
interface Flow {
  readonly perSend: number;
  readonly total: number;
  readonly recordOf: () => ForeignRecord;
}

/** Writes a receipt, and notes that Kafka is asked to keep it. */
const receiptRecord =
  ({ live }: Blow, producer: ForeignProducer, receiptOf: () => SampleReceipt) =>
  (): ForeignRecord => {
    const receipt = receiptOf();
    live.tally.acknowledge([receipt.transactionRef]);
    return { key: receipt.memberRef, value: producer.write(receipt) };
  };

const junk = (valueOf: () => Buffer) => (): ForeignRecord => ({ key: randomUUID(), value: valueOf() });

/** Attacks by a tenant's own producer on its own topic. */
export const streams: readonly Attack[] = [
  attackOf({
    name: 'streamed-receipts',
    aimsAt: 'earn-engine',
    does: 'Streams 100,000 receipts as fast as Kafka takes them.',
    isLegalBecause: 'A topic of one’s own has no limit.',
    seconds: 30,
    isLimited: false,
    prepare: enable,
    strike: (blow, producer) =>
      sendRecords(blow, producer, {
        perSend: 2_000,
        total: blow.ground.sizes.receipts,
        recordOf: receiptRecord(blow, producer, () =>
          sample({ memberRef: `m-${Math.floor(Math.random() * 1e4).toString()}` }),
        ),
      }),
    undo: stop,
  }),
  attackOf({
    name: 'dearest-receipts-streamed',
    aimsAt: 'earn-engine',
    does: 'Streams 600 receipts of 500 lines and 2,000 categories to 200 campaigns that list 100,000 products.',
    isLegalBecause: 'All three numbers are the limits themselves.',
    isLimited: false,
    prepare: async (ground) => {
      await fillCampaigns(ground, listingRule);
      return enable(ground);
    },
    strike: (blow, producer) => {
      const { products = [], amount } = dearReceipt();
      const dear = sample({ products: products as SampleReceipt['products'], amount });
      const recordOf = receiptRecord(blow, producer, () =>
        Object.assign({}, dear, { transactionRef: randomUUID() }),
      );
      return sendRecords(blow, producer, { perSend: 10, total: 600, recordOf });
    },
    undo: stop,
  }),
  attackOf({
    name: 'fifty-large-rewards-streamed',
    aimsAt: 'earn-engine',
    does: 'Streams 2,000 receipts that give 50 rewards of 8 KiB each.',
    isLegalBecause: 'A receipt may give 50 rewards (D113), and the value of a reward may have 8 KiB.',
    isLimited: false,
    prepare: async (ground) => {
      await fillCampaigns(ground, largeRewardRule);
      return enable(ground);
    },
    strike: (blow, producer) => {
      const recordOf = receiptRecord(blow, producer, () => sample());
      return sendRecords(blow, producer, { perSend: 500, total: 2_000, recordOf });
    },
    undo: stop,
  }),
  attackOf({
    name: 'one-hot-member-streamed',
    aimsAt: 'earn-engine',
    does: 'Streams 20,000 receipts of one member.',
    isLegalBecause: 'A member may have any number of receipts.',
    isLimited: false,
    prepare: enable,
    strike: (blow, producer) => {
      const recordOf = receiptRecord(blow, producer, () => sample({ memberRef: 'the-hot-one' }));
      return sendRecords(blow, producer, { perSend: 1_000, total: 20_000, recordOf });
    },
    undo: stop,
  }),
  attackOf({
    name: 'undecodable-messages',
    aimsAt: 'earn-engine',
    does: 'Streams messages that are no Avro.',
    isLegalBecause: 'A producer may be broken.',
    isLimited: false,
    prepare: enable,
    strike: (blow, producer) =>
      sendRecords(blow, producer, {
        perSend: 200,
        total: 10_000,
        recordOf: junk(() => Buffer.from('of no schema')),
      }),
    undo: stop,
  }),
  attackOf({
    name: 'unknown-schema-ids',
    aimsAt: 'earn-engine',
    does: 'Streams messages each of which names another schema that the registry does not have.',
    isLegalBecause: 'A producer may use another registry by mistake.',
    isLimited: false,
    prepare: enable,
    strike: async (blow, producer) => {
      let schemaId = 100_000;
      const valueOf = (): Buffer => {
        const header = Buffer.alloc(5);
        header.writeUInt32BE((schemaId += 1), 1);
        return Buffer.concat([header, producer.write(sample()).subarray(5)]);
      };
      await sendRecords(blow, producer, { perSend: 200, total: 10_000, recordOf: junk(valueOf) });
    },
    undo: stop,
  }),
  attackOf({
    name: 'receipts-that-fail',
    aimsAt: 'earn-engine',
    does: 'Streams receipts that no engine accepts, among good ones.',
    isLegalBecause: 'A producer may send what the rules of the API refuse.',
    isLimited: false,
    prepare: enable,
    strike: (blow, producer) => {
      let n = 0;
      // The topic is parked after some of them, with the good ones behind: nobody counts those.
      const good = junk(() => producer.write(sample()));
      const bad = junk(() => producer.write(sample({ amount: -1, currency: 'nothing like one' })));
      return sendRecords(blow, producer, {
        perSend: 200,
        total: 10_000,
        recordOf: () => ((n += 1) % 2 === 0 ? good() : bad()),
      });
    },
    undo: stop,
  }),
];
