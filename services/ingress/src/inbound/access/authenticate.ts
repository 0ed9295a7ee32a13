import type { IncomingHttpHeaders } from 'node:http';
import { permissionNames } from '@loyalty/contracts/permissions';
import type {
  Authenticate,
  AuthenticateResult,
  Credential,
  ProblemReason,
  RefusedCredential,
} from '@loyalty/http/api';
import { Fault, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { EnvironmentDirectory, KeyDirectory, KeyRecord, KeyUses } from '@loyalty/tables/keys';
import type { ReadToken, TokenClaims } from './bearer-token.ts';
import type { UnknownCredentials } from './unknown-credentials.ts';

/** Requests per minute: for a key without a limit of its own by its mode (D5), and for any token (D200). */
export type DefaultLimits = Readonly<Record<Mode | 'token', number>>;

interface AuthenticateOptions {
  readonly keys: KeyDirectory;
  readonly environments: EnvironmentDirectory;
  readonly readToken: ReadToken;
  readonly limits: DefaultLimits;
  readonly unknownCredentials: UnknownCredentials;
  readonly keyUses: Pick<KeyUses, 'note'>;
}

/**
 * Authenticates requests. If a request has both a key and a token, they must open the same environment (D3,
 * D4). The header `Loyalty-Mode` chooses one of a token's environments (D213). Throws a retriable Fault if it
 * cannot check now.
 */
export const createAuthenticate = (options: AuthenticateOptions): Authenticate => {
  const byKey = keyProof(options);
  const byToken = tokenProof(options);
  return async (headers) => {
    const key = headers['x-api-key'];
    const token = tokenIn(headers);
    const asked = headers['loyalty-mode'];
    const mode = typeof asked === 'string' ? asked : null;
    if (typeof key === 'string') {
      const proved = await byKey(key, mode);
      return token === null || !proved.ok
        ? proved
        : agreed(proved.credential, await byToken(token, proved.credential.mode));
    }
    return token === null ? nothingSent : byToken(token, mode);
  };
};

/** `mode` is what the request asks for; null where it asks for none. */
type Proof = (text: string, mode: string | null) => Promise<AuthenticateResult>;

type RefusedCaller = NonNullable<RefusedCredential['caller']>;
type CallerField = 'id' | 'tenantId' | 'environmentId';

const refused = (reason: ProblemReason, detail: string, caller?: RefusedCaller): RefusedCredential => ({
  ok: false,
  code: 'UNAUTHORIZED',
  reason,
  detail,
  ...(caller !== undefined && { caller }),
});

const nothingSent: AuthenticateResult = { ok: false, code: 'UNAUTHORIZED', reason: 'no_credential' };
/** Says nothing of what is wrong: only its owner may know that a key was revoked. */
const invalidKey = 'The API key in X-API-Key is not valid.';
/** What is sent in the other header is a usual mistake. */
const keyStart = /^sk_(test|live)_/;
const tokenStart = /^(bearer +|eyJ)/i;
const whereKeysGo = 'Send API keys in X-API-Key.';
const whereTokensGo = 'Send tokens in Authorization, as a bearer token.';
const unknownTenant = (credentialHash: string): AuthenticateResult =>
  refused('unknown_tenant', 'The token names a tenant that does not exist.', { credentialHash });
const disagreement = 'X-API-Key and Authorization open different environments; send one of them.';

/** The scheme's name is case-insensitive (RFC 9110, section 11.1). Other schemes are ignored. */
const bearer = /^bearer +(\S+) *$/i;

const tokenIn = ({ authorization }: IncomingHttpHeaders): string | null =>
  bearer.exec(authorization ?? '')?.[1] ?? null;

const allPermissions: ReadonlySet<string> = new Set(permissionNames);

const keyProof = ({ keys, limits, unknownCredentials, keyUses }: AuthenticateOptions): Proof => {
  const credentialOf = createCredentialOfKey(limits, keyUses);
  return async (keyText, mode) => {
    const found = await keys.find(keyText);
    switch (found.state) {
      case 'valid':
        requireOpen(found.key);
        if (mode !== null && mode !== found.key.mode) return otherMode(mode, callerOf(found.key));
        return { ok: true, credential: credentialOf(found.key) };
      case 'revoked':
      case 'expired':
        return refused(`${found.state}_key`, invalidKey, callerOf(found.key));
      case 'unknown':
      case 'malformed':
        return refused(
          `${found.state}_key`,
          tokenStart.test(keyText) ? `${invalidKey} ${whereTokensGo}` : invalidKey,
          unknownCredentials.note('key', keyText),
        );
    }
  };
};

const otherMode = (mode: string, caller: RefusedCaller): RefusedCredential => ({
  ok: false,
  code: 'FORBIDDEN',
  reason: 'mode',
  detail: 'This credential cannot be used for the environment that Loyalty-Mode names.',
  // Another text is the caller's own, and is not repeated.
  context: mode === 'test' || mode === 'live' ? { mode } : {},
  caller,
});

const callerOf = ({ id, tenantId, environmentId }: Pick<KeyRecord, CallerField>): RefusedCaller => ({
  keyId: id,
  tenantId,
  environmentId,
});

/** Throws when the tenant is moving, or has moved, to another cell. Callers that retry reach the new cell. */
const requireOpen = ({ closed }: Pick<KeyRecord, 'closed'>): void => {
  if (closed === null) return;
  throw new Fault(`TENANT_${closed}`, 'its environments are closed', { retry: true });
};

/** One for each record, which serves for some seconds. */
const createCredentialOfKey = (limits: DefaultLimits, keyUses: Pick<KeyUses, 'note'>) => {
  const made = new WeakMap<KeyRecord, Credential>();
  return (key: KeyRecord): Credential => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const credential: Credential = {
      kind: 'key',
      id: key.id,
      tenantId: key.tenantId,
      environmentId: key.environmentId,
      mode: key.mode,
      permissions: key.permissions ?? allPermissions,
      isAdmin: key.permissions === null,
      rateLimitPerMinute: key.rateLimitPerMinute ?? limits[key.mode],
      subject: key.id,
      ...(key.expiresAtMs !== null && { expiresAtMs: key.expiresAtMs }),
      noteUse: (permission) => {
        keyUses.note(key, permission);
      },
    };
    made.set(key, credential);
    return credential;
  };
};

const tokenProof =
  ({ readToken, environments, limits, unknownCredentials }: AuthenticateOptions): Proof =>
  async (token, asked) => {
    const reading = await readToken(token);
    if (!reading.ok) {
      const caller = isGuessed(reading)
        ? unknownCredentials.note('token', token)
        : { credentialHash: unknownCredentials.hashOf(token) };
      const detail = keyStart.test(token) ? `${reading.detail} ${whereKeysGo}` : reading.detail;
      return refused(reading.reason, detail, { ...caller, claim: reading.claim });
    }
    const { claims } = reading;
    // What is remembered of a token keeps both environments: each request chooses.
    const mode = claims.modes.find((one) => asked === null || one === asked);
    if (mode === undefined)
      return otherMode(String(asked), { credentialHash: unknownCredentials.hashOf(token) });
    const environment = await environments.find(claims.tenantId, mode);
    if (environment === null) return unknownTenant(unknownCredentials.hashOf(token));
    requireOpen(environment);
    return {
      ok: true,
      credential: credentialOfToken(claims, { environmentId: environment.environmentId, mode }, limits),
    };
  };

/**
 * A token that is refused for any other reason was signed by the issuer, or could not be valid for anybody.
 */
const isGuessed = ({ reason }: { readonly reason: ProblemReason }): boolean =>
  reason === 'token_malformed' || reason === 'token_invalid';

const credentialOfToken = (
  { tenantId, subject, permissions, isAdmin, expiresAtMs }: TokenClaims,
  { environmentId, mode }: Pick<Credential, 'environmentId' | 'mode'>,
  limits: DefaultLimits,
): Credential => ({
  kind: 'token',
  id: `${environmentId.toString()}:${subject}`,
  tenantId: tenantId as TenantId,
  environmentId,
  mode,
  permissions,
  isAdmin,
  rateLimitPerMinute: limits.token,
  subject,
  expiresAtMs,
});

/** The key counts, so the token adds no permission. A token that does not open the key's environment disagrees. */
const agreed = (key: Credential, other: AuthenticateResult): AuthenticateResult => {
  if (!other.ok && other.code !== 'FORBIDDEN') return { ...other, caller: callerOf(key) };
  return other.ok && key.environmentId === other.credential.environmentId
    ? { ok: true, credential: key }
    : refused('credentials_differ', disagreement, callerOf(key));
};
