import { randomUUID } from 'node:crypto';
import type { RestoredStack } from '../servers/restored-stack.ts';
import { activate, createShop, liveOf, make, type Shop } from './shop.ts';

const person = (n: number) => ({
  externalRef: `erased-${n.toString()}`,
  name: `Ada Number ${n.toString()}`,
  email: `ada-${n.toString()}@erased.example`,
});

/** A member who is erased once the database has been restored to a time before. */
export interface ErasedMember {
  readonly id: string;
  readonly externalRef: string;
  readonly details: readonly string[];
}

/** Rows from before the time to which the database is restored. */
export interface Beforehand {
  readonly toErase: ErasedMember;
  readonly toSuspend: string;
  readonly toAdjust: string;
  readonly keyToRevoke: { readonly id: string; readonly key: string };
}

const enrol = async (stack: RestoredStack, shop: Shop, n: number): Promise<ErasedMember> => {
  const { externalRef, name, email } = person(n);
  const body = { externalRef, name, email };
  const { id } = await make<{ id: string }>(stack, shop, { method: 'POST', path: '/members', body });
  return { id, externalRef, details: [externalRef, name, email] };
};

const enrolPlain = async (stack: RestoredStack, shop: Shop, externalRef: string): Promise<string> =>
  (await make<{ id: string }>(stack, shop, { method: 'POST', path: '/members', body: { externalRef } })).id;

export const writeBeforehand = async (stack: RestoredStack, shop: Shop): Promise<Beforehand> => {
  const line = ['keys', 'create', ...liveOf(shop), '--role', 'till'];
  const { id, key } = await stack.loyaltyctl<{ id: string; key: string }>(...line);
  return {
    toErase: await enrol(stack, shop, 1),
    toSuspend: await enrolPlain(stack, shop, 'suspended'),
    toAdjust: await enrolPlain(stack, shop, 'adjusted'),
    keyToRevoke: { id, key },
  };
};

/** Writes that were acknowledged after the time to which the database is restored. */
export interface LostWrites {
  readonly erased: readonly ErasedMember[];
  /** Ids that `restore verify` must list, with what they are. */
  readonly listed: ReadonlyMap<string, string>;
  /** A tenant that nobody knows after the restore, and references of its receipts. */
  readonly tenant: Shop;
  readonly tenantRefs: readonly string[];
}

const erase = (stack: RestoredStack, shop: Shop, { id }: ErasedMember): Promise<unknown> =>
  make(stack, shop, { method: 'DELETE', path: `/members/${id}` });

/** Writes one of everything that calls can write. The campaign counts in a store that nobody buys in. */
export const writeToLose = async (
  stack: RestoredStack,
  shop: Shop,
  { toErase, toSuspend, toAdjust, keyToRevoke }: Beforehand,
): Promise<LostWrites> => {
  const campaignId = await activate(stack, shop, {
    name: 'Lost',
    storeIds: ['nowhere'],
    earningRule: { type: 'FIXED_POINTS', points: 1 },
  });
  const adjustRef = randomUUID();
  await make(stack, shop, {
    method: 'POST',
    path: `/members/${toAdjust}/ledger/adjust`,
    body: { points: 7, reason: 'A gift', ref: adjustRef },
  });
  await make(stack, shop, {
    method: 'POST',
    path: `/members/${toSuspend}/suspend`,
    body: { reason: 'Fraud' },
  });
  await stack.loyaltyctl('keys', 'revoke', keyToRevoke.id);
  await erase(stack, shop, toErase);
  const young = await enrol(stack, shop, 2);
  await erase(stack, shop, young);
  const tenant = await createShop(stack, 'Lost');
  const tenantRefs = await buyAt(stack, tenant);
  const listed = new Map([
    [campaignId, 'a campaign'],
    [adjustRef, 'an adjustment'],
    [tenant.tenantId, 'a tenant'],
  ]);
  return { erased: [toErase, young], listed, tenant, tenantRefs };
};

const receiptsOfTenant = 10;

/** Creates a programme, and sends receipts of its first members. Returns their references. */
export const buyAt = async (stack: RestoredStack, shop: Shop): Promise<readonly string[]> => {
  await activate(stack, shop, { name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 } });
  const refs = Array.from({ length: receiptsOfTenant }, (_, n) => `receipt-${n.toString()}`);
  for (const [n, transactionRef] of refs.entries()) {
    const body = { transactionRef, memberRef: `member-${n.toString()}`, amount: 100 };
    await make(stack, shop, { method: 'POST', path: '/transactions/evaluate', body });
  }
  return refs;
};
