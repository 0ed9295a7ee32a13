import { pino, type Logger as PinoLogger } from 'pino';

/**
 * The fields of a log line. `requestId`, `tenantId`, `environmentId` and `traceId` mean the same everywhere.
 */
export interface LogFields {
  readonly requestId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly environmentId?: number | undefined;
  readonly traceId?: string | undefined;
  readonly error?: unknown;
  readonly [name: string]: unknown;
}

/**
 * Writes one JSON object per line. Credentials, payloads and names of members are replaced, also in texts.
 */
export interface Logger {
  debug(fields: LogFields, text: string): void;
  info(fields: LogFields, text: string): void;
  warn(fields: LogFields, text: string): void;
  error(fields: LogFields, text: string): void;
  child(fields: LogFields): Logger;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output, written synchronously so that a crash loses none. */
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

export const silentLogger: Logger = {
  debug: discard,
  info: discard,
  warn: discard,
  error: discard,
  child: () => silentLogger,
};

const placeholder = '[redacted]';

/**
 * The names are in lower case, letters only. Credentials are first, then what identifies a member (D48) or
 * holds a caller's data.
 */
const hiddenNames = new Set([
  'apikey',
  'xapikey',
  'key',
  'authorization',
  'token',
  'accesstoken',
  'secret',
  'secretkeys',
  'password',
  'cookie',
  'setcookie',
  'memberref',
  'externalref',
  'referrerref',
  'email',
  'phone',
  'identity',
  'search',
  'payload',
  'body',
  'rawbody',
  'requestbody',
  'responsebody',
  'errorbody',
  'headers',
  'url',
  'originalurl',
]);

/** Hidden inside any text: a driver's message may quote data. */
const hiddenTexts: readonly (readonly [RegExp, string])[] = [
  [/sk_(test|live)_[A-Za-z0-9_]+/g, `sk_$1_${placeholder}`],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]+/g, placeholder],
  [/\b(bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${placeholder}`],
  [/:\/\/[^\s/@]{1,512}@/g, `://${placeholder}@`],
  [/[^\s@"'<>()=,;]{1,64}@[^\s@"'<>()=,;]{1,255}\.[a-z]{2,24}/gi, placeholder],
  [/\+[1-9]\d{7,14}\b/g, placeholder],
];

/** A log line never copies whole payloads. */
const depthMax = 5;
const textLengthMax = 8_000;
const itemsMax = 50;

const redactText = (text: string): string => {
  // Cut after the search, so that a token that the cut would split is still recognised.
  let safe = text.slice(0, 2 * textLengthMax);
  for (const [pattern, replacement] of hiddenTexts) safe = safe.replace(pattern, replacement);
  return safe.length > textLengthMax ? `${safe.slice(0, textLengthMax)}…` : safe;
};

/** Safe to write: hidden names replaced, texts cleaned, errors and bytes made plain, all bounded. */
const redactFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  redactEntries(fields, 0);

const redactEntries = (fields: object, depth: number): Record<string, unknown> => {
  const safe: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields).slice(0, itemsMax)) {
    safe[name] = isHidden(name) ? placeholder : redactValue(value, depth + 1);
  }
  return safe;
};

const isHidden = (name: string): boolean => hiddenNames.has(name.toLowerCase().replace(/[^a-z]/g, ''));

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return '[too deep]';
  return leafOf(value) ?? redactObject(value, depth);
};

const redactObject = (value: object, depth: number): unknown => {
  if (value instanceof Error) return plainError(value, depth);
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => redactValue(item, depth + 1));
  return redactEntries(value, depth);
};

const leafOf = (value: object): string | undefined => {
  if (ArrayBuffer.isView(value)) return `[${value.byteLength.toString()} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[invalid date]' : value.toISOString();
  if (value instanceof Map || value instanceof Set) return `[${value.size.toString()} items]`;
  return undefined;
};

/** Keeps only an error's own texts: drivers add queries, parameters and whole rows to theirs. */
const plainError = (error: Error, depth: number): Record<string, unknown> => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const plain: Record<string, unknown> = { name: error.name, message: redactText(error.message) };
  if (typeof code === 'string') plain['code'] = redactText(code);
  if (error.stack !== undefined) plain['stack'] = redactText(error.stack);
  if (cause !== undefined) plain['cause'] = redactValue(cause, depth + 1);
  if (error instanceof AggregateError) plain['errors'] = redactValue(error.errors, depth + 1);
  return plain;
};
