import type { Schemas } from '@loyalty/client';

/** Its deliveries have disabled it; one that a person has disabled is as they want it. */
export const isDisabledByFailure = ({ status, disabledReason }: Schemas['Webhook']): boolean =>
  status === 'DISABLED' && disabledReason !== 'MANUAL';

/** An address without its scheme: where people tell endpoints apart. */
export const placeOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** The host of an address: short enough to be typed. The address itself where it has none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
