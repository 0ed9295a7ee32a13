import { pino } from 'pino';
import type { Logger as PinoLogger } from 'pino';

import { redactFields, redactText } from './redact.ts';

/**
 * The fields of a line besides its text. `requestId`, `tenantId`, `environmentId` and `traceId` mean the same
 * everywhere.
 */
export interface LogFields {
  readonly requestId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly environmentId?: number | undefined;
  readonly traceId?: string | undefined;
  /** The thrown value; written as name, code, message, stack and causes. */
  readonly error?: unknown;
  readonly [name: string]: unknown;
}

/**
 * Writes one JSON object per line: `level`, `time` (ISO 8601), `service`, the fields, `msg`. Replaces credentials,
 * payloads and names of members before it writes, in fields of any depth and in texts.
 */
export interface Logger {
  debug(fields: LogFields, text: string): void;
  info(fields: LogFields, text: string): void;
  warn(fields: LogFields, text: string): void;
  error(fields: LogFields, text: string): void;
  /** Returns a logger that adds `fields` to each of its lines. */
  child(fields: LogFields): Logger;
}

/** The levels of `LOG_LEVEL`, from all lines to none. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /**
   * The target of the lines, each with its newline. Default: standard output, written synchronously so that a crash
   * loses none.
   */
  readonly destination?: { write(line: string): void };
}

export const createLogger = ({ service, level, destination }: LoggerOptions): Logger => {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return wrap(pino(options, destination ?? pino.destination({ dest: 1, sync: true })));
};

const wrap = (inner: PinoLogger): Logger => {
  const writerOf = (level: Exclude<LogLevel, 'silent'>) => (fields: LogFields, text: string) => {
    if (inner.isLevelEnabled(level)) inner[level](redactFields(fields), redactText(text));
  };
  return {
    debug: writerOf('debug'),
    info: writerOf('info'),
    warn: writerOf('warn'),
    error: writerOf('error'),
    child: (fields) => wrap(inner.child(redactFields(fields))),
  };
};

const discard = (): void => undefined;

/** A logger that writes nothing; for tests. */
export const silentLogger: Logger = {
  debug: discard,
  info: discard,
  warn: discard,
  error: discard,
  child: () => silentLogger,
};
