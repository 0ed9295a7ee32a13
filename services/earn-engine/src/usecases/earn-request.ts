import type { Credit, EvaluateRequest, MemberEventRequest } from '@loyalty/contracts';

/** What may earn: a receipt, an event of a member, or points that another member's event owes. */
export type EarnRequest =
  | { readonly kind: 'evaluate'; readonly body: EvaluateRequest }
  | {
      readonly kind: 'event';
      readonly body: MemberEventRequest;
      /** The payload's bytes, read. */
      readonly payload: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'credit'; readonly body: Credit };

/** The reference by which a request is known (D15). */
export const refOf = (request: EarnRequest): string =>
  request.kind === 'evaluate' ? request.body.transactionRef : request.body.ref;
