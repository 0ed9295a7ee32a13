import type { Random } from '../seeded-random.ts';
import { pick } from '../seeded-random.ts';
import type { FaultTenant } from '../tenants.ts';
import type { Violations } from '../violations.ts';
import type { Client } from './client.ts';
import type { Journal } from './journal.ts';

export interface TillsOptions {
  readonly client: Client;
  readonly journal: Journal;
  readonly violations: Violations;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly random: Random;
  readonly tills: number;
}

/** Members of each tenant. */
const membersCount = 2_000;
/** One in so many requests is one that was acknowledged before, sent again. */
const repeatEvery = 50;
const rememberedMax = 200;

/** An evaluate with the answer that was acknowledged. */
export interface Done {
  readonly tenant: FaultTenant;
  readonly body: string;
  readonly answer: string;
}

/** Tills that evaluate one receipt after the other until told to stop, and check that repeats get the same bytes. */
export const runTills = async (options: TillsOptions, signal: AbortSignal): Promise<Done[]> => {
  const done: Done[] = [];
  const till = async (till: number): Promise<void> => {
    for (let n = 1; !signal.aborted; n += 1) {
      if (n % repeatEvery === 0) await repeat(options, pick(options.random, [...done] as [Done, ...Done[]]));
      else
        remember(done, await evaluateNew(options, `till-${till.toString()}-${n.toString()}`), options.random);
    }
  };
  await Promise.all(Array.from({ length: options.tills }, (_, number) => till(number)));
  return done;
};

const evaluateNew = async (
  { client, journal, tenants, random }: TillsOptions,
  ref: string,
): Promise<Done> => {
  const tenant = pick(random, tenants);
  const body = JSON.stringify(receiptOf(ref, random));
  journal.sent(tenant.tenantId, ref, body);
  const { answer } = await client.evaluate(tenant, body);
  journal.answered(tenant.tenantId, ref, answer);
  return { tenant, body, answer };
};

/** Sends what was acknowledged once more; answers whether it came back as it was. */
export const repeat = async (
  { client, violations }: Pick<TillsOptions, 'client' | 'violations'>,
  { tenant, body, answer }: Done,
): Promise<void> => {
  const again = await client.evaluate(tenant, body);
  if (again.answer !== answer) violations.add('repeat differs', `${body} → ${answer} then ${again.answer}`);
  if (!again.isReplayed) violations.add('repeat not marked', body);
};

const remember = (done: Done[], one: Done, random: Random): void => {
  if (done.length < rememberedMax) done.push(one);
  else done[Math.floor(random() * rememberedMax)] = one;
};

const receiptOf = (transactionRef: string, random: Random): object => ({
  transactionRef,
  memberRef: `member-${Math.floor(random() * membersCount).toString()}`,
  amount: 1 + Math.floor(random() * 20_000),
  storeRef: pick(random, ['367', '406', '1', '2']),
  products: Array.from({ length: Math.floor(random() * 3) }, () => ({
    sku: '9878513',
    quantity: pick(random, [1, 2, 0.375]),
    unitPrice: 250,
    categories: [pick(random, ['GROCERY', 'PASTRY'])],
  })),
});
