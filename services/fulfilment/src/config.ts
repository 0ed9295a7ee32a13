import {
  type ConfigOf,
  egressSettings,
  optionalSetting,
  secretKeysSettings,
  streamServiceSettings,
} from '@loyalty/service/settings';

export const fulfilmentSettings = {
  ...streamServiceSettings,
  ...secretKeysSettings,
  ...egressSettings,
  providerAllowCidrs: optionalSetting({
    variable: 'PROVIDER_ALLOW_CIDRS',
    help: 'networks of our own in which providers may stand, by commas, as in 10.1.0.0/16, or for one tenant as in <tenant>=10.1.0.0/16 or <tenant>/live=10.1.0.0/16; all others must be public',
  }),
};

export type FulfilmentConfig = ConfigOf<typeof fulfilmentSettings>;
