import type { EnvironmentId } from '@loyalty/kernel';
import type { Lane, OutgoingMessage } from '@loyalty/messaging';
import type { ReferrerAward } from '@loyalty/rules';

/** Points that a request gives to another member. */
export interface CreditContent {
  readonly environmentId: EnvironmentId;
  /** The operation and the reference of the request that caused it. */
  readonly ref: string;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly awards: readonly ReferrerAward[];
  /** The lane of the facts that follow. */
  readonly lane: Lane;
}

/** Turns credits into messages for the member's partition. */
export interface CreditWriter {
  creditOf(credit: CreditContent): OutgoingMessage;
}
