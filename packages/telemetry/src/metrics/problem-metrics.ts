import { type ErrorCode, problemKinds } from '@loyalty/contracts/errors';
import type { MetricDefinition } from './metric-definition.ts';

/**
 * The reasons of problems with several causes; `none` is the reason of all others. None of them is a caller's
 * text.
 */
export const problemReasons = {
  UNAUTHORIZED: [
    'no_credential',
    /** It has no form of a key: it is mistyped, cut or invented. */
    'malformed_key',
    'unknown_key',
    /** Somebody still uses it, or has found it. */
    'revoked_key',
    'expired_key',
    'unknown_tenant',
    'credentials_differ',
    'token_expired',
    'token_claim',
    'token_malformed',
    /** Signed by nobody whom we know, or not as it must be. */
    'token_invalid',
    'tokens_off',
  ],
  FORBIDDEN: ['permission', 'tenant', 'mode'],
  /** The limit that was reached: that of all requests, or of one kind. */
  RATE_LIMITED: [
    'credential',
    'environment',
    'evaluate',
    'bulk_items',
    'import_lines',
    'configuration_writes',
    'webhook_tests',
    /** Each change has a row of the audit log, and a day has that many (D208). */
    'audit_entries',
  ],
  /** A reference that was used before, for another member or (`rejectMismatch`) with another body. */
  TRANSACTION_DUPLICATE: ['other_member', 'other_body'],
  PROCESSING_TIMEOUT: ['engine', 'preview', 'refresh'],
  SERVICE_UNAVAILABLE: [
    // The shares of an environment that are used up; the first five as `loyalty_http_shed_total` names them.
    'answers',
    'bodies',
    'connections',
    'lists',
    'database',
    'replies',
    'compiling',
    'simulations',
    'database_unavailable',
    'broker_unavailable',
    'signing_keys_unavailable',
    'lookup_failed',
    'lost_race',
    'stopping',
    'other',
  ],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

const codes: readonly ErrorCode[] = problemKinds.map(({ code }) => code);

export const problemMetrics = {
  loyalty_audit_day_used_ratio: {
    kind: 'gauge',
    unit: '1',
    help: 'Rows of the audit log of the environment that has most of them today, of those that this ingress has looked at, as a share of AUDIT_ENTRIES_PER_DAY. Alert above 0.8: at 1 its changes are refused until the next UTC day.',
    labels: [],
  },
  loyalty_api_keys_ending: {
    kind: 'gauge',
    unit: '{key}',
    help: 'API keys that were used in the last 7 days, end within 7 days and were not rotated, of the whole database, looked at each minute; 1,000 stands for more. Alert above 0: their callers are refused from then on.',
    labels: [],
  },
  loyalty_unknown_credentials_total: {
    kind: 'counter',
    unit: '{credential}',
    help: 'Keys and tokens that nobody has, each counted once while it is among the last 10,000 of its process; alert when they are many: somebody guesses.',
    labels: ['kind'],
    values: { kind: ['key', 'token'] },
  },
  loyalty_http_problems_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests refused or failed with a problem, by its code and, where a code has several causes, their reason; otherwise none.',
    labels: ['code', 'reason'],
    values: {
      code: codes,
      reason: [
        'none',
        ...problemReasons.UNAUTHORIZED,
        ...problemReasons.FORBIDDEN,
        ...problemReasons.RATE_LIMITED,
        ...problemReasons.TRANSACTION_DUPLICATE,
        ...problemReasons.PROCESSING_TIMEOUT,
        ...problemReasons.SERVICE_UNAVAILABLE,
      ],
    },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
