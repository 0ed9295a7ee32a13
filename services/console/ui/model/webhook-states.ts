import type { Schemas } from '@loyalty/client';

/** Its deliveries have disabled it; one that a person has disabled is as they want it. */
export const isDisabledByFailure = ({ status, disabledReason }: Schemas['Webhook']): boolean =>
  status === 'DISABLED' && disabledReason !== 'MANUAL';
