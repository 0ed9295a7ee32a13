import { modesOfClaim, wordsOfClaims } from '@loyalty/contracts/permissions';
import { isUuid } from '@loyalty/kernel';
import { permissionsIn, type SessionMode } from './sessions.ts';

/** What an access token says to the API, which alone judges whether the token is genuine. */
export interface Access {
  readonly tenantId: string;
  readonly tenantName: string | null;
  readonly mode: SessionMode;
  readonly permissions: readonly string[];
  readonly person: string | null;
  /** The person, as the audit log names them; some providers name the person differently in an ID token. */
  readonly subject: string | null;
}

/** A sentence for the operator of the identity provider. */
export interface MissingClaim {
  readonly missing: string;
}

/** The claims that an operator may name. */
interface NamedClaims {
  readonly tenantClaim: string;
  readonly rolesClaim: string;
}

/** Reads the token as ingress does (D4). */
export const readAccess = (
  accessToken: string,
  { tenantClaim, rolesClaim }: NamedClaims,
): Access | MissingClaim => {
  const claims = claimsIn(accessToken);
  if (claims === null)
    return {
      missing:
        'The access token is not a JWT. Name the audience of the API in OIDC_AUDIENCE or OIDC_SCOPE of the console, so that the provider issues one.',
    };
  const { env, tenant_name: tenantName } = claims;
  const tenantId = claims[tenantClaim];
  if (tenantId === undefined)
    return { missing: `The access token has no “${tenantClaim}” claim, which names the tenant.` };
  if (typeof tenantId !== 'string' || !isUuid(tenantId))
    return {
      missing: `The “${tenantClaim}” claim of the access token is not the ID of a tenant, which is a UUID.`,
    };
  const [mode] = modesOfClaim(env) ?? [];
  if (mode === undefined)
    return {
      missing:
        'The “env” claim of the access token is neither “test” nor “live”, nor a list of these. Without it, the console opens no environment.',
    };
  const permissions = permissionsIn(wordsOfClaims(claims, rolesClaim));
  if (permissions.length === 0)
    return {
      missing: `The access token names no permission, role or scope of the API. It can name them in the “scope” claim, separated by spaces, or in the list of the “${rolesClaim}” claim.`,
    };
  return {
    tenantId: tenantId.toLowerCase(),
    tenantName: textIn(tenantName),
    // Of both, what the API opens where nothing else is asked for.
    mode,
    permissions,
    person: personIn(claims),
    subject: textIn(claims['sub']),
  };
};

/** Returns a person's name as a token says it; null if it says none. */
export const personIn = (claims: Readonly<Record<string, unknown>>): string | null =>
  textIn(claims['name']) ?? textIn(claims['preferred_username']) ?? textIn(claims['email']);

const textIn = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' ? claim.slice(0, 255) : null;

const claimsIn = (token: string): Readonly<Record<string, unknown>> | null => {
  const [, body, signature] = token.split('.');
  if (body === undefined || signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};
