import type { Credit, EvaluateRequest, MemberEventRequest } from '@loyalty/contracts';
import { evaluateRequest, memberEventRequest } from '@loyalty/contracts/testing';
import type { EarnBody } from '../usecases/earn-request.ts';

/** A receipt of R150.00 of customer-1. */
export const receipt = (given: Partial<EvaluateRequest> = {}): EarnBody => ({
  kind: 'evaluate',
  body: evaluateRequest(given),
});

/** A custom event of customer-1 with an empty payload. */
export const memberEvent = (given: Partial<MemberEventRequest> = {}): EarnBody => ({
  kind: 'event',
  body: memberEventRequest(given),
  payload: {},
});

/** A credit of 25 points for referring another member. */
export const credit = (given: Partial<Credit> = {}): EarnBody => ({
  kind: 'credit',
  body: {
    ref: 'event:event-1',
    memberKey: Buffer.alloc(16, 9),
    awards: [
      {
        campaignId: '0198c0de-1111-7000-8000-000000000009',
        campaignName: 'Bring a friend',
        points: 25,
        pointsExpiry: null,
      },
    ],
    ...given,
  },
});
