import type { CardChange } from '../model/decision.ts';

/** The state of one stamp card after its stamp; an entry of `stampCards` in a response (D63, D80). */
export interface StampCardResponse {
  readonly campaignId: string;
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
}

const none: readonly StampCardResponse[] = [];

/** Returns the stamped cards without the names of their campaigns; for most receipts none. */
export const toStampCardResponses = (cards: readonly CardChange[]): readonly StampCardResponse[] =>
  cards.length === 0
    ? none
    : cards.map(({ campaignId, stampsCollected, stampsRequired, completed }) => ({
        campaignId,
        stampsCollected,
        stampsRequired,
        completed,
      }));
