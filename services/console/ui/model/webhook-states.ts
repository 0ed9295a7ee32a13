import type { Schemas } from '@loyalty/client';

/** True if failed deliveries have disabled the webhook; one that a person has disabled is as they want it. */
export const isDisabledByFailure = ({ status, disabledReason }: Schemas['Webhook']): boolean =>
  status === 'DISABLED' && disabledReason !== 'MANUAL';
