import type { IncomingHttpHeaders } from 'node:http';
import type { Authenticate, AuthenticateResult, Credential, ProblemReason } from '@loyalty/http/api';
import { Fault, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { EnvironmentDirectory, KeyDirectory, KeyRecord } from '@loyalty/tables/tenants/directories';
import type { ReadToken, TokenClaims } from './bearer-token.ts';

/** Requests a minute of a credential without a limit of its own (D5). */
type DefaultLimits = Readonly<Record<Mode, number>>;

interface AuthenticateOptions {
  readonly keys: KeyDirectory;
  readonly environments: EnvironmentDirectory;
  readonly readToken: ReadToken;
  readonly limits: DefaultLimits;
}

/**
 * With both, they must open the same environment (D3, D4). Throws a retriable Fault when it cannot check now.
 */
export const createAuthenticate = (options: AuthenticateOptions): Authenticate => {
  const byKey = keyProof(options);
  const byToken = tokenProof(options);
  return async (headers) => {
    const key = headers['x-api-key'];
    const token = tokenIn(headers);
    if (typeof key === 'string') {
      const proved = await byKey(key);
      return token === null || !proved.ok ? proved : agreed(proved.credential, await byToken(token));
    }
    return token === null ? nothingSent : byToken(token);
  };
};

type Proof = (text: string) => Promise<AuthenticateResult>;

const refused = (reason: ProblemReason, detail: string): AuthenticateResult => ({
  ok: false,
  code: 'UNAUTHORIZED',
  reason,
  detail,
});

const nothingSent: AuthenticateResult = { ok: false, code: 'UNAUTHORIZED', reason: 'no_credential' };
const unknownKey = refused('unknown_key', 'The API key in X-API-Key is not valid.');
const unknownTenant = refused('unknown_tenant', 'The token names a tenant that does not exist.');
const disagreeing = refused(
  'credentials_differ',
  'X-API-Key and Authorization open different environments; send one of them.',
);

/** The scheme's name is case-insensitive (RFC 9110, section 11.1). Other schemes are ignored. */
const bearer = /^bearer +(\S+) *$/i;

const tokenIn = ({ authorization }: IncomingHttpHeaders): string | null =>
  bearer.exec(authorization ?? '')?.[1] ?? null;

const allPermissions: ReadonlySet<string> = new Set(['admin']);

const keyProof =
  ({ keys, limits }: AuthenticateOptions): Proof =>
  async (keyText) => {
    const key = await keys.find(keyText);
    if (key === null) return unknownKey;
    requireOpen(key);
    return { ok: true, credential: credentialOfKey(key, limits) };
  };

/** Throws when the tenant is moving, or has moved, to another cell. Callers that retry reach the new cell. */
const requireOpen = ({ closed }: Pick<KeyRecord, 'closed'>): void => {
  if (closed === null) return;
  throw new Fault(`TENANT_${closed}`, 'its environments are closed', { retry: true });
};

const credentialOfKey = (key: KeyRecord, limits: DefaultLimits): Credential => ({
  kind: 'key',
  id: key.id,
  tenantId: key.tenantId,
  environmentId: key.environmentId,
  mode: key.mode,
  permissions: allPermissions,
  rateLimitPerMinute: key.rateLimitPerMinute ?? limits[key.mode],
  subject: key.id,
});

const tokenProof =
  ({ readToken, environments, limits }: AuthenticateOptions): Proof =>
  async (token) => {
    const reading = await readToken(token);
    if (!reading.ok) return refused(reading.reason, reading.detail);
    const { claims } = reading;
    const environment = await environments.find(claims.tenantId, claims.mode);
    if (environment === null) return unknownTenant;
    requireOpen(environment);
    return { ok: true, credential: credentialOfToken(claims, environment, limits) };
  };

const credentialOfToken = (
  { tenantId, mode, subject, permissions }: TokenClaims,
  { environmentId }: Pick<Credential, 'environmentId'>,
  limits: DefaultLimits,
): Credential => ({
  kind: 'token',
  id: `${environmentId.toString()}:${subject}`,
  tenantId: tenantId as TenantId,
  environmentId,
  mode,
  permissions,
  rateLimitPerMinute: limits[mode],
  subject,
});

/** A key that agrees with its token has all permissions, so the token adds none. */
const agreed = (credential: Credential, other: AuthenticateResult): AuthenticateResult => {
  if (!other.ok) return other;
  return credential.environmentId === other.credential.environmentId ? { ok: true, credential } : disagreeing;
};
