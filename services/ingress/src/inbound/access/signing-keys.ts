import { readFile } from 'node:fs/promises';
import { Fault, textOf, type Clock } from '@loyalty/kernel';
import { createRemoteJWKSet, importSPKI, type CryptoKey } from 'jose';
import type { FindSigningKey } from './bearer-token.ts';

export type SigningKeySource =
  | { readonly from: 'jwks'; readonly url: string }
  /** The public half of the local key pair, for development only. */
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'nowhere' };

/**
 * Creates a function that reads keys at the first token, so that the process starts without an identity
 * provider.
 */
export const createSigningKeys = (source: SigningKeySource, clock: Clock): FindSigningKey => {
  switch (source.from) {
    case 'jwks':
      return createRemoteJWKSet(new URL(source.url), { timeoutDuration: jwksTimeoutMs });
    case 'file':
      return keyOfFile(source.path, clock);
    case 'nowhere':
      return () => Promise.reject(notSetUp('neither JWT_JWKS_URL nor JWT_PUBLIC_KEY_FILE is set'));
  }
};

/** Shorter than a caller waits; the caller gets a 503 when the identity provider takes longer. */
const jwksTimeoutMs = 2_000;

/** A new key pair in the file is noticed within this time. */
const fileFreshMs = 5_000;

const keyOfFile = (path: string, clock: Clock): FindSigningKey => {
  let held: { readonly key: Promise<CryptoKey>; readonly readAtMs: number } | null = null;
  return () => {
    const nowMs = clock.now();
    if (held === null || nowMs - held.readAtMs >= fileFreshMs) held = { key: readKey(path), readAtMs: nowMs };
    return held.key;
  };
};

const readKey = async (path: string): Promise<CryptoKey> => {
  try {
    return await importSPKI(await readFile(path, 'utf8'), 'RS256');
  } catch (failure) {
    throw notSetUp(`${path} holds no public RSA key: ${textOf(failure)}`);
  }
};

const notSetUp = (internalText: string): Fault =>
  new Fault('TOKENS_NOT_SET_UP', internalText, {
    publicMessage: 'Bearer tokens are not set up on this server. Send an API key in X-API-Key.',
  });
