import type { EnvironmentId } from '@loyalty/kernel';
import type { OutgoingMessage } from '@loyalty/messaging';
import type { ReferrerAward } from '@loyalty/rules';

/** Points that a request owes to another member. */
export interface CreditContent {
  readonly environmentId: EnvironmentId;
  /** The operation and the reference of what caused it. */
  readonly ref: string;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly awards: readonly ReferrerAward[];
}

/** Puts credits into messages to the member's partition. */
export interface CreditWriter {
  creditOf(credit: CreditContent): OutgoingMessage;
}
