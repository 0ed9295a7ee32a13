import { type LogLevel, logLevels } from '@loyalty/telemetry/logger';
import type { Environment } from './settings/read-settings.ts';
import { choiceSetting, optionalIntegerSetting } from './settings/setting-kinds.ts';
import { tracingSettings } from './settings/tracing-settings.ts';

/** Returns the environment variables. This is the only place that reads them for a service. */
export const processEnvironment = (): Environment => process.env;

export const processSettings = {
  logLevel: choiceSetting<LogLevel>({
    variable: 'LOG_LEVEL',
    help: 'how much is logged',
    words: logLevels,
    otherwise: 'info',
  }),
  stopWithinMs: optionalIntegerSetting({
    variable: 'STOP_WITHIN_MS',
    help: 'how long a stop may take; when absent, 5 s more than the longest that the process makes a caller or an attempt wait',
    min: 5_000,
    max: 3_600_000,
  }),
  tracing: tracingSettings,
};
