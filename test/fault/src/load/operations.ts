import { eventKey, fixedPoints } from '../points.ts';
import { type RandomNumber } from '@loyalty/kernel';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';

/** What tills and support do; each has references of its own. */
export type OperationKind = 'evaluate' | 'redeem' | 'event' | 'adjust';

/** One request, as it is sent and sent again. */
export interface Operation {
  readonly kind: OperationKind;
  readonly tenant: FaultTenant;
  readonly path: string;
  readonly ref: string;
  readonly memberRef: string;
  readonly body: string;
}

/** An operation that is to be written down: everything but its kind follows from these. */
interface Wanted {
  readonly tenant: FaultTenant;
  readonly ref: string;
  readonly memberRef: string;
}

export const evaluateOf = (wanted: Wanted, random: RandomNumber): Operation =>
  operationOf('evaluate', wanted, {
    path: '/transactions/evaluate',
    body: {
      transactionRef: wanted.ref,
      memberRef: wanted.memberRef,
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

/** A receipt over an amount, in cents. */
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

/** Points by the million, so that no redeem is ever refused: then the journal alone says what every balance is. */
export const fundingOf = (wanted: Wanted): Operation => receiptOf(wanted, 400_000_000);

export const redeemOf = (wanted: Wanted): Operation =>
  operationOf('redeem', wanted, {
    path: '/transactions/redeem',
    body: {
      transactionRef: wanted.ref,
      memberRef: wanted.memberRef,
      amount: 100_000,
      pointsRequested: fixedPoints.redeem,
    },
  });

export const quoteOf = (wanted: Wanted): Operation => ({
  ...redeemOf(wanted),
  path: pathOf(wanted, '/transactions/redeem-quote'),
});

/** An event, with what else its payload has. */
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

const operationOf = (
  kind: OperationKind,
  wanted: Wanted,
  { path, body }: { readonly path: string; readonly body: object },
): Operation => ({ ...wanted, kind, path: pathOf(wanted, path), body: JSON.stringify(body) });

const pathOf = ({ tenant }: Wanted, path: string): string => `/v1/tenants/${tenant.tenantId}${path}`;
