import { startCodeProvider, startTestServer } from '@loyalty/testkit/servers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCodes } from '../../../load/src/rewards/codes-file.ts';
import { attackOf, type Attack } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { inLoops, untilOver, type Blow } from '../attacker/blow.ts';
import { set, type Ground } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

const liveOf = ({ tenantId }: Ground): readonly string[] => ['--tenant', tenantId, '--mode', 'live'];

/** A campaign that gives so many gift cards for each receipt. */
const cards = (count: number) => ({
  name: 'Cards',
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: times(count, () => ({
      everyNth: 1,
      reward: { rewardType: 'GIFT_CARD', value: { amount: 100 } },
    })),
  },
});

const perReceipt = 50;

/** Gives the tenant a provider at this URL for its gift cards, 50 of which come of each receipt. */
const provideAt = async (ground: Ground, url: string): Promise<void> => {
  const line = ['providers', 'set', 'acme', '--url', url, '--secret', 'a secret of the provider'];
  await ground.loyaltyctl(...line, ...liveOf(ground));
  await assign(ground, 'acme');
  await activate(ground.live, cards(perReceipt));
};

const assign = ({ db, environmentIds }: Ground, provider: string): Promise<void> =>
  set(db, environmentIds.live, { rewardProviders: { byType: { GIFT_CARD: provider } } });

/** Requests all rewards as fast as calls of 100 receipts do, then waits for the end. */
const giveAll = async (blow: Blow): Promise<void> => {
  const receipts = Math.ceil(blow.ground.sizes.rewards / perReceipt);
  for (let sent = 0; sent < receipts && !blow.signal.aborted; sent += 100)
    await blow.live.bulk(times(100, () => receiptOf()));
  await untilOver(blow);
};

/** Attacks by rewards, their codes, and who gives them. */
export const rewards: readonly Attack[] = [
  attackOf({
    name: 'import-of-codes',
    aimsAt: 'postgres',
    does: 'Imports a million codes into a pool, while its own tills draw from it.',
    isLegalBecause: 'A pool may have any number of codes.',
    // At most: it ends with the import.
    seconds: 180,
    isLimited: false,
    prepare: async (ground) => {
      await activate(ground.live, cards(1));
      const path = join(ground.stack.home, 'first.txt');
      writeFileSync(path, 'FIRST-1\nFIRST-2\n');
      await ground.loyaltyctl('codes', 'import', path, '--pool', 'bought', ...liveOf(ground));
      await assign(ground, 'bought');
      return writeCodes(ground.stack.now().root, ground.sizes.codes);
    },
    strike: async (blow, path) => {
      const line = ['codes', 'import', path, '--pool', 'bought', ...liveOf(blow.ground)];
      const over = new AbortController();
      const importing = blow.ground.loyaltyctl(...line).finally(() => {
        over.abort();
      });
      const signal = AbortSignal.any([over.signal, blow.signal]);
      await Promise.all([importing, inLoops(4, { signal }, () => blow.live.evaluate(receiptOf()))]);
    },
  }),
  attackOf({
    name: 'provider-that-is-away',
    aimsAt: 'fulfilment',
    does: 'Requests 100,000 rewards whose provider refuses connections.',
    isLegalBecause: 'A provider may be away.',
    seconds: 15,
    prepare: async (ground) => {
      const { origin, close } = await startTestServer(() => undefined);
      await close();
      await provideAt(ground, `${origin}/codes`);
    },
    strike: giveAll,
  }),
  attackOf({
    name: 'provider-that-hangs',
    aimsAt: 'fulfilment',
    does: 'Requests 100,000 rewards whose provider does not respond.',
    isLegalBecause: 'A provider has its time to respond.',
    seconds: 15,
    prepare: async (ground) => {
      const provider = await startCodeProvider(() => undefined);
      await provideAt(ground, provider.url);
      return provider;
    },
    strike: giveAll,
    undo: (_ground, { close }) => close(),
  }),
  attackOf({
    name: 'pools-that-run-out',
    aimsAt: 'fulfilment',
    does: 'Requests rewards from a pool of 20 codes, 50 for each receipt, from eight tills.',
    isLegalBecause: 'A pool may run out.',
    prepare: async (ground) => {
      const path = join(ground.stack.home, 'few.txt');
      writeFileSync(path, times(20, (n) => `FEW-${n.toString()}\n`).join(''));
      await ground.loyaltyctl('codes', 'import', path, '--pool', 'few', ...liveOf(ground));
      await assign(ground, 'few');
      await activate(ground.live, cards(perReceipt));
    },
    strike: (blow) => inLoops(8, blow, () => blow.live.evaluate(receiptOf())),
  }),
  attackOf({
    name: 'failed-rewards-retried',
    aimsAt: 'fulfilment',
    does: 'Retries 50 rewards that no pool has codes for, 16 calls at once.',
    isLegalBecause: 'A failed reward may be retried.',
    mayGet: [409],
    prepare: async (ground) => {
      const path = join(ground.stack.home, 'one.txt');
      writeFileSync(path, 'ONE-1\n');
      await ground.loyaltyctl('codes', 'import', path, '--pool', 'one', ...liveOf(ground));
      await assign(ground, 'one');
      await activate(ground.live, cards(perReceipt));
      const given = await ground.live.make<Given>('/transactions/evaluate', receiptOf());
      return given.campaigns.flatMap(({ rewardIds }) => rewardIds);
    },
    strike: (blow, ids) =>
      inLoops(16, blow, (n) => blow.live.post(`/rewards/${ids[n % ids.length] ?? ''}/retry`)),
  }),
];

interface Given {
  readonly campaigns: readonly { readonly rewardIds: readonly string[] }[];
}
