import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { eventKey, fixedPoints, importSource } from '../points.ts';

/** The kinds of operations; each has its own references. */
export type OperationKind =
  | 'evaluate'
  | 'redeem'
  | 'authorize'
  | 'capture'
  | 'void'
  | 'return'
  | 'event'
  | 'adjust'
  | 'import'
  | 'link';

/** One request, identical each time it is sent. */
export interface Operation {
  readonly kind: OperationKind;
  readonly tenant: FaultTenant;
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  /** Its name among those of the tenant; see {@link refIn}. */
  readonly ref: string;
  readonly memberRef: string;
  readonly body: string;
}

/** The inputs of an operation; everything but its kind follows from them. */
interface Wanted {
  readonly tenant: FaultTenant;
  readonly ref: string;
  readonly memberRef: string;
  /** The card of the member that is shown. Default: the first one, which is `memberRef`. */
  readonly card?: string;
}

export const evaluateOf = (wanted: Wanted, random: RandomNumber): Operation =>
  operationOf('evaluate', wanted, {
    path: '/transactions/evaluate',
    body: {
      transactionRef: wanted.ref,
      memberRef: wanted.card ?? wanted.memberRef,
      amount: 1 + Math.floor(random() * 20_000),
      storeRef: pick(random, ['367', '406', '1', '2']),
      products: Array.from({ length: Math.floor(random() * 3) }, () => ({
        sku: '9878513',
        quantity: pick(random, [1, 2, 0.375]),
        unitPrice: 250,
        categories: [pick(random, ['GROCERY', 'PASTRY'])],
      })),
    },
  });

/** Builds a receipt over `amount` cents. */
export const receiptOf = (wanted: Wanted, amount: number): Operation =>
  operationOf('evaluate', wanted, {
    path: '/transactions/evaluate',
    body: {
      transactionRef: wanted.ref,
      memberRef: wanted.memberRef,
      amount,
      storeRef: '1',
      products: [],
    },
  });

/** Gives millions of points, so that no redeem is ever refused. The journal alone then determines every balance. */
export const fundingOf = (wanted: Wanted): Operation => receiptOf(wanted, 400_000_000);

export const redeemOf = (wanted: Wanted): Operation =>
  operationOf('redeem', wanted, { path: '/transactions/redeem', body: redeemBodyOf(wanted) });

const redeemBodyOf = ({ ref, memberRef }: Wanted): object => ({
  transactionRef: ref,
  memberRef,
  amount: 100_000,
  pointsRequested: fixedPoints.redeem,
});

/** A redeem that lapses a minute after so many seconds. */
export const authorizeOf = (wanted: Wanted, ttlSeconds: number): Operation =>
  operationOf('authorize', wanted, {
    path: '/transactions/redeem/authorize',
    body: { ...redeemBodyOf(wanted), ttlSeconds },
  });

/** A capture and a void have the reference of their redeem, so the name says also which of them it is. */
export const endOf = (
  kind: 'capture' | 'void',
  { tenant, memberRef, ref }: Pick<Operation, 'tenant' | 'memberRef' | 'ref'>,
): Operation =>
  operationOf(
    kind,
    { tenant, memberRef, ref: `${ref} ${kind}` },
    { path: `/transactions/redeem/${kind}`, body: { transactionRef: ref } },
  );

/** Returns the reference in the name of an operation. */
export const refIn = (name: string): string => name.split(' ', 1)[0] ?? name;

/** Builds a return of `amount` cents of a receipt, or of all that is left of it. */
export const returnOf = (receipt: Operation, ref: string, amount: number | 'whole'): Operation => {
  const { tenant, memberRef, ref: transactionRef } = receipt;
  return operationOf(
    'return',
    { tenant, memberRef, ref },
    {
      path: '/transactions/returns',
      body: { transactionRef, returnRef: ref, ...(amount === 'whole' ? { whole: true } : { amount }) },
    },
  );
};

export const quoteOf = (wanted: Wanted): Operation => ({
  ...redeemOf(wanted),
  path: pathOf(wanted, '/transactions/redeem-quote'),
});

/** Builds an event with these additional fields in its payload. */
export const eventOf = (wanted: Wanted, payload: object = {}): Operation =>
  operationOf('event', wanted, {
    path: '/events',
    body: {
      eventKey,
      ref: wanted.ref,
      payload: { customerId: wanted.memberRef, ...payload },
    },
  });

export const adjustOf = (wanted: Wanted, memberId: string): Operation =>
  operationOf('adjust', wanted, {
    path: `/members/${memberId}/ledger/adjust`,
    body: {
      points: fixedPoints.adjust,
      reason: 'fault run',
      ref: wanted.ref,
    },
  });

/** Gives the member a further card (D345). */
export const linkOf = (wanted: Wanted, memberId: string): Operation => ({
  ...operationOf('link', wanted, {
    path: `/members/${memberId}/references`,
    body: { reference: wanted.card ?? '', kind: 'CARD' },
  }),
  method: 'PUT',
});

/**
 * Builds the import of a member with a card, who has no other opening. Its points are part lots, part without an end.
 */
export const importOf = (wanted: Wanted): Operation =>
  operationOf('import', wanted, {
    path: `/imports/${importSource}/lines`,
    body: {
      lines: [
        {
          externalRef: wanted.memberRef,
          references: [{ reference: wanted.card ?? '' }],
          balance: fixedPoints.import,
          lots: [{ points: 1, expiresAt: '2099-12-31' }],
          lifetimePoints: fixedPoints.import,
          purchases: { spendCents: 20_000, count: 2, lastOn: '2025-11-02' },
        },
      ],
    },
  });

const operationOf = (
  kind: OperationKind,
  wanted: Wanted,
  { path, body }: { readonly path: string; readonly body: object },
): Operation => {
  const { tenant, ref, memberRef } = wanted;
  return { tenant, ref, memberRef, kind, path: pathOf(wanted, path), body: JSON.stringify(body) };
};

const pathOf = ({ tenant }: Wanted, path: string): string => `/v1/tenants/${tenant.tenantId}${path}`;
