import type { Schemas } from '@loyalty/client';

/** Returns true if failed deliveries have disabled the webhook, and not a person. */
export const isDisabledByFailure = ({ status, disabledReason }: Schemas['Webhook']): boolean =>
  status === 'DISABLED' && disabledReason !== 'MANUAL';

/** Returns an address without its scheme, by which people recognise an endpoint. */
export const placeOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/**
 * Returns the host of an address, which is short enough to be typed; the address itself if it has no host.
 */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
