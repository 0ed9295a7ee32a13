import type { Credit, EvaluateRequest, MemberEventRequest } from '@loyalty/contracts';
import type { EngineRequest } from '@loyalty/engine';
import type { CreditProcessed, EvaluateProcessed, EventProcessed } from '@loyalty/rules';

/** A body that may earn: a receipt, an event of a member, or a credit that another member's event caused. */
export type EarnBody =
  | { readonly kind: 'evaluate'; readonly body: EvaluateRequest }
  | {
      readonly kind: 'event';
      readonly body: MemberEventRequest;
      /** The parsed payload. */
      readonly payload: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'credit'; readonly body: Credit };

/** The body of one kind of request. */
export type EarnBodyOf<Kind extends EarnBody['kind']> = Extract<EarnBody, { readonly kind: Kind }>;

/** A request that may earn. */
export interface EarnRequest extends EngineRequest<EarnBody> {
  readonly operation: EarnBody['kind'];
  /** The key of the member who referred this one, 16 bytes; null if the event names none. */
  readonly referrerKey: Buffer | null;
}

/** The result of a processed request. */
export type ProcessedEarnRequest = EvaluateProcessed | EventProcessed | CreditProcessed;
