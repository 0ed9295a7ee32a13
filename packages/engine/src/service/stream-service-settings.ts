import { addressSettings, integerSetting, type ConfigOf } from '@loyalty/shell';

/** Settings of every service that consumes streams. */
export const streamServiceSettings = {
  ...addressSettings,
  adminPort: integerSetting({
    variable: 'ADMIN_PORT',
    help: 'port of /health/live, /health/ready and /metrics',
    min: 0,
    max: 65_535,
    otherwise: 9090,
  }),
};

export type StreamServiceConfig = ConfigOf<typeof streamServiceSettings>;
