import type { EvaluateRequest } from '@loyalty/contracts';
import type { MemberEvent } from '../earning/activity.ts';
import { lifecycleTypes } from '../requests/member-event-faults.ts';
import { line, nowMs, receipt } from './builders.ts';
import { chance, type Dice, pick, several, someOf } from './dice.ts';
import { storeRefs } from './make-configuration.ts';
import { categories, eventKeys, skus } from './make-rule.ts';

export const memberRefs: readonly string[] = ['anna', 'ben', 'carol'];

export interface ReceiptStep {
  readonly kind: 'receipt';
  readonly memberRef: string;
  readonly request: EvaluateRequest;
  /** The receipt is returned as a whole before the next step. */
  readonly comesBack?: true;
}

/** An event of a member. Whether the referrer can be credited is judged when the event is decided. */
export interface EventStep {
  readonly kind: 'event';
  readonly memberRef: string;
  readonly ref: string;
  readonly event: Omit<MemberEvent, 'hasReferrer'>;
  readonly referrerRef: string | null;
  readonly occurredAtMs: number | null;
}

export type Step = ReceiptStep | EventStep;

/** Makes the activities of a few members, in order; `eventPercent` are events, the others receipts. */
export const makeSteps = (dice: Dice, range: readonly [number, number], eventPercent = 40): Step[] =>
  several(dice, range, (place) =>
    chance(dice, eventPercent) ? makeEvent(dice, place) : makeReceiptStep(dice, place),
  );

const makeOccurredAt = (dice: Dice): number | null => (chance(dice, 20) ? nowMs - dice(0, 600_000) : null);

const makeReceiptStep = (dice: Dice, place: number): ReceiptStep => {
  const memberRef = pick(dice, memberRefs);
  return {
    kind: 'receipt',
    memberRef,
    request: receipt({
      transactionRef: `receipt-${place.toString()}`,
      memberRef,
      amountCents: pick(dice, [dice(1, 30_000), dice(1, 999), 15_000]),
      storeRef: pick(dice, [...storeRefs, null]),
      currency: pick(dice, [null, null, 'ZAR', 'USD']),
      occurredAt: makeOccurredAt(dice),
      products: several(dice, [0, 2], () =>
        line({
          sku: pick(dice, skus),
          quantity: pick(dice, [1, 2, dice(1, 3_000) / 1_000]),
          unitPriceCents: 1_000,
          categories: someOf(dice, categories),
        }),
      ),
    }),
  };
};

const makeEvent = (dice: Dice, place: number): EventStep => ({
  kind: 'event',
  memberRef: pick(dice, memberRefs),
  ref: `event-${place.toString()}`,
  event: {
    eventKey: pick(dice, [...eventKeys, null]),
    lifecycleType: pick(dice, ['SIGNUP', 'REFERRAL', ...lifecycleTypes]),
    payload: {
      km: dice(0, 20),
      ride: { city: pick(dice, ['durban', 'paarl']) },
      tags: someOf(dice, ['eco', 'night']),
    },
  },
  referrerRef: pick(dice, [null, ...memberRefs, ...memberRefs]),
  occurredAtMs: makeOccurredAt(dice),
});
