import { logLevels, type LogLevel } from '@loyalty/telemetry';
import { choiceSetting } from './setting-kinds.ts';
import type { Environment } from './settings.ts';

/** The variables of this process: the one place where a service's environment is read. */
export const processEnvironment = (): Environment => process.env;

/** Settings that the shell itself needs, for every service. */
export const shellSettings = {
  logLevel: choiceSetting<LogLevel>({
    variable: 'LOG_LEVEL',
    help: 'how much is logged',
    words: logLevels,
    otherwise: 'info',
  }),
};
