import { logLevels, type LogLevel } from '@loyalty/telemetry';
import { choiceSetting, optionalUrlSetting, ratioSetting } from './setting-kinds.ts';
import type { Environment } from './settings.ts';

/** The variables of this process; the only place that reads a service's environment. */
export const processEnvironment = (): Environment => process.env;

/** Settings of the shell itself, for every service. */
export const shellSettings = {
  logLevel: choiceSetting<LogLevel>({
    variable: 'LOG_LEVEL',
    help: 'how much is logged',
    words: logLevels,
    otherwise: 'info',
  }),
  endpoint: optionalUrlSetting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'base URL of an OTLP/HTTP collector of traces; without it nothing is traced',
    schemes: ['http:', 'https:'],
  }),
  ratio: ratioSetting({
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    help: 'share of traces begun here that is sampled, 0 to 1; a caller who sampled its own is followed',
    otherwise: 0.05,
  }),
};
