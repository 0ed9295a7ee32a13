import type { EvaluateRequest } from '@loyalty/contracts';
import type { Line } from './line-splitter.ts';

/** One valid line. */
export interface Receipt {
  readonly line: Line;
  readonly request: EvaluateRequest;
}

/** The destination of receipts. */
export interface ReceiptSink {
  /** Takes receipts in the order of their lines. Resolves when there is capacity for more. Throws when all is lost. */
  take(receipts: readonly Receipt[]): Promise<void>;
  /** Resolves when all receipts are acknowledged or given up. Throws what `take` would. */
  drain(): Promise<void>;
  /** Stops retries; running requests continue to their end. */
  stop(): void;
  /** The number of acknowledged receipts. */
  acknowledged(): number;
  /** The first line that was taken and is not settled; null when there is none. */
  firstUnsettled(): number | null;
}
