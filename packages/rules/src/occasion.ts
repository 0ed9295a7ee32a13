import type { SegmentId } from '@loyalty/kernel';
import type { EvaluateContext } from './decision.ts';
import type { EvaluateRequest } from './model.ts';

/** The currency of a receipt that names none (interface 1). */
const defaultCurrency = 'ZAR';

/** What every campaign is judged against: one receipt, with its silences filled in. */
export interface Occasion {
  readonly request: EvaluateRequest;
  /** When the purchase counts as having happened, milliseconds since the epoch (D35). */
  readonly occurredAtMs: number;
  readonly currency: string;
  /** The segments that exist now (D29). */
  readonly existingSegmentIds: ReadonlySet<SegmentId>;
}

/** The occasion of one receipt: bought now unless it says when, in the default currency unless it says which. */
export const occasionOf = (context: EvaluateContext, request: EvaluateRequest): Occasion => ({
  request,
  occurredAtMs: request.occurredAt ?? context.nowMs,
  currency: request.currency ?? defaultCurrency,
  existingSegmentIds: context.snapshot.segmentIds,
});
