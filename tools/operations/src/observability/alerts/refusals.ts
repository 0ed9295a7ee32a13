import { cause, type RuleGroup } from './alert.ts';

const refused = (code: string, reason: string): string =>
  `loyalty_http_problems_total{code="${code}",reason="${reason}"}`;
const seriesOf = (code: string, reason: string): string =>
  `loyalty_http_problems_total{instance="i",code="${code}",reason="${reason}"}`;

/** The rules about callers who are not let in. Most refusals are mistakes, but not these. */
export const refusals: RuleGroup = {
  name: 'refusals',
  recordings: [],
  alerts: [
    cause({
      name: 'CredentialsGuessed',
      expr: 'sum(increase(loyalty_unknown_credentials_total[10m])) > 100',
      forMinutes: 0,
      severity: 'ticket',
      summary:
        'Somebody tried more than a hundred different keys or tokens that do not exist in ten minutes.',
      runbook: 'refused-callers',
      atMinutes: 20,
      fires: { 'loyalty_unknown_credentials_total{instance="i",kind="key"}': '0+11x30' },
      quiet: { 'loyalty_unknown_credentials_total{instance="i",kind="key"}': '0+9x30' },
    }),
    cause({
      name: 'RevokedKeyUsed',
      expr: `sum(increase(${refused('UNAUTHORIZED', 'revoked_key')}[15m])) > 0`,
      forMinutes: 0,
      severity: 'ticket',
      summary: 'Somebody uses a key that was revoked: a till that was forgotten, or a thief.',
      runbook: 'refused-callers',
      atMinutes: 10,
      fires: { [seriesOf('UNAUTHORIZED', 'revoked_key')]: '0x5 1x10' },
      quiet: {
        [seriesOf('UNAUTHORIZED', 'revoked_key')]: '0x15',
        [seriesOf('UNAUTHORIZED', 'unknown_key')]: '0+1x15',
      },
    }),
    cause({
      name: 'KeysEnding',
      expr: 'max(loyalty_api_keys_ending) > 0',
      // A key that is rotated at its first warning needs no ticket.
      forMinutes: 60,
      severity: 'ticket',
      summary:
        '{{ $value }} API keys in use expire within a week and were not rotated; then callers get 401.',
      runbook: 'keys',
      fires: { 'loyalty_api_keys_ending{instance="t"}': 1 },
      quiet: { 'loyalty_api_keys_ending{instance="t"}': 0 },
    }),
    cause({
      name: 'AuditDayFilling',
      expr: 'max(loyalty_audit_day_used_ratio) > 0.8',
      // The count is read by callers' changes alone, every 5 s at most.
      forMinutes: 1,
      severity: 'ticket',
      summary:
        'An environment has {{ $value | humanizePercentage }} of the changes that it may make today; beyond that they are refused.',
      runbook: 'tenant-flood',
      fires: { 'loyalty_audit_day_used_ratio{instance="i"}': 0.9 },
      quiet: { 'loyalty_audit_day_used_ratio{instance="i"}': 0.7 },
    }),
    cause({
      name: 'TenantsProbed',
      expr: [
        `sum(increase(${refused('FORBIDDEN', 'tenant')}[10m]))`,
        `+ sum(increase(${refused('TENANT_NOT_FOUND', 'none')}[10m])) > 100`,
      ].join('\n'),
      forMinutes: 0,
      severity: 'ticket',
      summary: 'A caller with a valid credential asks for other tenants again and again.',
      runbook: 'refused-callers',
      atMinutes: 20,
      fires: {
        [seriesOf('FORBIDDEN', 'tenant')]: '0+6x30',
        [seriesOf('TENANT_NOT_FOUND', 'none')]: '0+6x30',
      },
      quiet: {
        [seriesOf('FORBIDDEN', 'tenant')]: '0+5x30',
        [seriesOf('TENANT_NOT_FOUND', 'none')]: '0+4x30',
      },
    }),
    cause({
      name: 'TokenKeysAway',
      expr: `sum(rate(${refused('SERVICE_UNAVAILABLE', 'signing_keys_unavailable')}[2m])) > 0`,
      forMinutes: 2,
      severity: 'page',
      summary: 'Ingress cannot read the keys that sign bearer tokens: callers with tokens get 503.',
      runbook: 'token-keys',
      fires: { [seriesOf('SERVICE_UNAVAILABLE', 'signing_keys_unavailable')]: '0+1x30' },
      quiet: {
        [seriesOf('SERVICE_UNAVAILABLE', 'signing_keys_unavailable')]: 5,
        [seriesOf('SERVICE_UNAVAILABLE', 'broker_unavailable')]: '0+1x30',
      },
    }),
  ],
};
