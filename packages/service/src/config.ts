import { type LogLevel, logLevels } from '@loyalty/telemetry/logger';
import type { Environment } from './settings/read-settings.ts';
import {
  choiceSetting,
  optionalIntegerSetting,
  optionalUrlSetting,
  ratioSetting,
} from './settings/setting-kinds.ts';

/** The only place that reads a service's environment. */
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
  endpoint: optionalUrlSetting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'base URL of an OTLP/HTTP collector of traces; without it nothing is traced',
    schemes: ['http:', 'https:'],
  }),
  ratio: ratioSetting({
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    help: 'share of traces begun here that is sampled, 0 to 1; a caller who sampled its own is followed within its share',
    otherwise: 0.05,
  }),
};
