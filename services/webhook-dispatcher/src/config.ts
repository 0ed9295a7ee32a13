import {
  type ConfigOf,
  egressSettings,
  integerSetting,
  optionalSetting,
  secretKeysSettings,
  streamServiceSettings,
} from '@loyalty/service/settings';

export const webhookDispatcherSettings = {
  ...streamServiceSettings,
  ...secretKeysSettings,
  ...egressSettings,
  webhookAllowCidrs: optionalSetting({
    variable: 'WEBHOOK_ALLOW_CIDRS',
    help: 'networks of our own in which webhooks may stand, by commas, as in 10.1.0.0/16, or for one tenant as in <tenant>=10.1.0.0/16 or <tenant>/live=10.1.0.0/16; all others must be public',
  }),
  webhookRetentionDays: integerSetting({
    variable: 'WEBHOOK_RETENTION_DAYS',
    help: 'days that events and deliveries are kept, and can be replayed',
    min: 14,
    max: 366,
    otherwise: 30,
  }),
};

export type WebhookDispatcherConfig = ConfigOf<typeof webhookDispatcherSettings>;
