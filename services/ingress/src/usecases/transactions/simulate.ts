import { randomId } from '@loyalty/kernel';
import { type SimulateResponse, toSimulateResponse } from '@loyalty/rules/earning';
import { type DecidedBasket, draftOf } from './preview-basket.ts';

/** Returns a reference under which nothing is ever stored. */
export const simulatedRef = (): string => `simulation-${randomId().slice(0, 8)}`;

/**
 * Returns the response that evaluate would give (D37). What a draft awards names the draft's place (D205).
 */
export const simulateBasket = (basket: DecidedBasket): SimulateResponse => {
  const response = toSimulateResponse(basket.decision);
  if (basket.judged.drafts.length === 0) return response;
  const withDraft = <T extends { readonly campaignId: string }>(one: T): T & { readonly draft?: number } => {
    const draft = draftOf(basket, one.campaignId);
    return draft === null ? one : { ...one, draft };
  };
  const { campaigns, stampCards, _debug: debug } = response;
  return {
    ...response,
    campaigns: campaigns.map(withDraft),
    stampCards: stampCards.map(withDraft),
    _debug: debug === null ? null : { ...debug, campaignChecks: debug.campaignChecks.map(withDraft) },
  };
};
