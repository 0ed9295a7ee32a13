import type { Credit, EvaluateRequest, MemberEventRequest } from '@loyalty/contracts';
import type { EngineRequest } from '@loyalty/engine';
import type { CreditProcessed, EvaluateProcessed, EventProcessed } from '@loyalty/rules';

/** What may earn: a receipt, an event of a member, or points that another member's event owes. */
export type EarnBody =
  | { readonly kind: 'evaluate'; readonly body: EvaluateRequest }
  | {
      readonly kind: 'event';
      readonly body: MemberEventRequest;
      /** The payload's bytes, read. */
      readonly payload: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'credit'; readonly body: Credit };

/** The body of one kind of request. */
export type EarnBodyOf<Kind extends EarnBody['kind']> = Extract<EarnBody, { readonly kind: Kind }>;

/** A request that may earn. */
export interface EarnRequest extends EngineRequest<EarnBody> {
  readonly operation: EarnBody['kind'];
  /** The key of the member who referred this one, where the event names one; 16 bytes. */
  readonly referrerKey: Buffer | null;
}

/** What a request that may earn comes to. */
export type ProcessedEarnRequest = EvaluateProcessed | EventProcessed | CreditProcessed;
