import { createHmac, createPublicKey, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loyaltyctlJson } from './loyaltyctl.ts';

/** Changes that make a token invalid. */
export interface TokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** HS256 with the public key as its secret, which a careless verifier accepts; or no signature. */
  readonly signedBy?: 'public key' | 'nobody';
}

/** Signs tokens like `loyaltyctl token`, and invalid ones. */
export interface DevTokens {
  readonly token: string;
  sign(changes?: TokenChanges): string;
}

const encoded = (part: object | Buffer): string =>
  (Buffer.isBuffer(part) ? part : Buffer.from(JSON.stringify(part))).toString('base64url');

const decoded = (part: string | undefined): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>;

/** Creates a token with loyaltyctl for a tenant. Reads the checkout's key pair to sign others like it. */
export const createDevTokens = async (
  tenantId: string,
  mode: 'test' | 'live',
  /** Default: loyaltyctl of the running stack. */
  runJson: <T>(...args: string[]) => Promise<T> = loyaltyctlJson,
): Promise<DevTokens> => {
  const args = ['token', '--tenant', tenantId, '--mode', mode, '--scope', 'read write'];
  const made = await runJson<{ token: string; publicKeyFile: string }>(...args);
  const privatePem = readFileSync(join(dirname(made.publicKeyFile), 'private.pem'));
  const publicPem = createPublicKey(privatePem).export({ type: 'spki', format: 'pem' });
  const [header, claims] = made.token.split('.', 2).map(decoded);
  return {
    token: made.token,
    sign: (changes = {}) => {
      const parts = [encoded({ ...header, ...changes.header }), encoded({ ...claims, ...changes.claims })];
      const text = parts.join('.');
      if (changes.signedBy === 'nobody') return `${text}.`;
      if (changes.signedBy === 'public key')
        return `${text}.${encoded(createHmac('sha256', publicPem).update(text).digest())}`;
      return `${text}.${encoded(createSign('RSA-SHA256').update(text).sign(privatePem))}`;
    },
  };
};
