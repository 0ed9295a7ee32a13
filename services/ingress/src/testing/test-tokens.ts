import { exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

/** A key pair that signs tokens. Claims that a test does not set are those of a valid token. */
export interface TestTokens {
  readonly publicKey: CryptoKey;
  readonly publicPem: string;
  sign(
    claims?: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
}

/** The time and claims of the tokens in tests. */
export const tokenNowMs = Date.parse('2026-03-01T08:00:00.000Z');
export const tokenIssuer = 'test-issuer';
export const tokenAudience = 'test-audience';
export const tokenTenant = '0198c0de-0000-7000-8000-00000000000a';

const nowS = tokenNowMs / 1000;

const validClaims: JWTPayload = {
  iss: tokenIssuer,
  aud: tokenAudience,
  sub: 'portal-user',
  tenant_id: tokenTenant,
  env: 'live',
  scope: 'read write',
  iat: nowS,
  exp: nowS + 600,
};

/** Creates a new RSA key pair. */
export const createTestTokens = async (): Promise<TestTokens> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    publicKey,
    publicPem: await exportSPKI(publicKey),
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...validClaims, ...claims })
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(privateKey),
  };
};
