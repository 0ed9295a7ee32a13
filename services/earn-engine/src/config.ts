import { choiceSetting, type ConfigOf, streamServiceSettings } from '@loyalty/service/settings';

export const earnEngineSettings = {
  ...streamServiceSettings,
  lanes: choiceSetting({
    variable: 'LANES',
    help: 'what this process reads: interactive (requests and events that somebody waits for), bulk (streamed receipts and bulk calls) or all; each of the two needs a process',
    words: ['all', 'interactive', 'bulk'],
    otherwise: 'all',
  }),
};

export type EarnEngineConfig = ConfigOf<typeof earnEngineSettings>;
