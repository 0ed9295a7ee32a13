import type { EvaluateRequest } from '@loyalty/contracts';
import type { Line } from './line-splitter.ts';

/** One sound line. */
export interface Receipt {
  readonly line: Line;
  readonly request: EvaluateRequest;
}

/** Where receipts go. */
export interface ReceiptSink {
  /** Takes receipts in the order of their lines; resolves when there is room for more. Throws when all is lost. */
  take(receipts: readonly Receipt[]): Promise<void>;
  /** Resolves when everything taken is acknowledged or given up. Throws what `take` would. */
  drain(): Promise<void>;
  /** Gives up what would be tried again; what is under way goes on to its end. */
  stop(): void;
  /** Receipts that were acknowledged. */
  acknowledged(): number;
  /** The first line that was taken and is not settled; null when there is none. */
  firstUnsettled(): number | null;
}
