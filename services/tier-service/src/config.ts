import { streamServiceSettings } from '@loyalty/stream-service';
import { integerSetting, type ConfigOf } from '@loyalty/shell';

/** Settings of the tier service. */
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
