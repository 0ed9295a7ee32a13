import { hasAtMostDecimals, type RedeemRequest } from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import { isUuid } from '@loyalty/kernel';
import { currencyFault, positiveFault, textFault } from './field-fault.ts';

const percentDecimalsMax = 4;

/**
 * Reports faults that the schema does not find (D9, D10, D39). Ingress and the engine use this one function,
 * so no accepted redeem becomes a dead letter (D75).
 */
export const faultsOfRedeemRequest = (request: RedeemRequest): readonly FieldError[] => {
  const { storeRef, campaignId, currency, maxDiscountPercentOfBasket: percent } = request;
  const faults: readonly (readonly [string, string | null])[] = [
    ['/transactionRef', textFault(request.transactionRef)],
    ['/memberRef', textFault(request.memberRef)],
    ['/amount', positiveFault(request.amountCents)],
    ['/pointsRequested', positiveFault(request.pointsRequested)],
    ['/campaignId', campaignId === null || isUuid(campaignId) ? null : 'must be a UUID'],
    ['/storeRef', storeRef === null ? null : textFault(storeRef)],
    ['/maxDiscountPercentOfBasket', percent === null ? null : percentFault(percent)],
    ['/currency', currency === null ? null : currencyFault(currency)],
  ];
  return faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));
};

const percentFault = (percent: number): string | null => {
  if (!(percent > 0 && percent <= 100)) return 'must be greater than 0 and at most 100';
  return hasAtMostDecimals(percent, percentDecimalsMax) ? null : 'must have at most 4 decimals';
};
