import { type ConfigOf, integerSetting, streamServiceSettings } from '@loyalty/service/settings';

export const tierServiceSettings = {
  ...streamServiceSettings,
  retieredPerSecond: integerSetting({
    variable: 'RETIERED_PER_SECOND',
    help: 'members a second that a change of thresholds announces, so that other facts are not held up',
    min: 1,
    max: 1_000_000,
    otherwise: 5_000,
  }),
};

export type TierServiceConfig = ConfigOf<typeof tierServiceSettings>;
