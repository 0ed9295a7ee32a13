import type { CardChange } from '../model/decision.ts';

/** What became of one stamp card; an entry of `stampCards` in an answer (D63, D80). */
export interface StampCardResponse {
  readonly campaignId: string;
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
}

const none: readonly StampCardResponse[] = [];

/** The cards that moved, without what callers know of their campaigns; of most receipts none. */
export const toStampCardResponses = (cards: readonly CardChange[]): readonly StampCardResponse[] =>
  cards.length === 0
    ? none
    : cards.map(({ campaignId, stampsCollected, stampsRequired, completed }) => ({
        campaignId,
        stampsCollected,
        stampsRequired,
        completed,
      }));
