import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '@loyalty/kernel';
import { errorCodeOf } from '../error-code.ts';
import { reasonOf } from '../failure-sentence.ts';

/** An RSA key pair for development tokens, and where it lies. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicKeyPath: string;
}

const modulusBits = 2_048;

/**
 * The key pair in `folder`, made when there is none: `private.pem` (PKCS 8, only its owner may read it) and
 * `public.pem` (SPKI). Two that make it at once end with the same pair. Throws a Fault for a file that holds no key.
 */
export const ensureKeyPair = async (folder: string): Promise<KeyPair> => {
  const privateKeyPath = join(folder, 'private.pem');
  const publicKeyPath = join(folder, 'public.pem');
  await mkdir(folder, { recursive: true });
  const privateKey = keyIn(
    privateKeyPath,
    (await textIn(privateKeyPath)) ?? (await makePrivateKey(privateKeyPath)),
  );
  const publicKey = createPublicKey(privateKey);
  const publicText = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  if ((await textIn(publicKeyPath)) !== publicText) await replace(publicKeyPath, publicText);
  return { privateKey, publicKey, publicKeyPath };
};

const textIn = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (failure) {
    if (errorCodeOf(failure) === 'ENOENT') return null;
    throw new Fault('KEY_UNREADABLE', `${path} cannot be read (${reasonOf(failure)}).`, { cause: failure });
  }
};

const keyIn = (path: string, text: string): KeyObject => {
  try {
    return createPrivateKey(text);
  } catch (cause) {
    throw new Fault('KEY_UNREADABLE', `${path} holds no private key: delete it, and a new pair is made.`, {
      cause,
    });
  }
};

/** A link fails where a file is, so that whoever comes second takes the key of the first. */
const makePrivateKey = async (path: string): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  const working = `${path}.${randomUUID()}`;
  await writeFile(working, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    await link(working, path);
  } catch (failure) {
    if (errorCodeOf(failure) !== 'EEXIST') throw failure;
  } finally {
    await rm(working);
  }
  return readFile(path, 'utf8');
};

/** In one step, so that no reader sees half of it. */
const replace = async (path: string, text: string): Promise<void> => {
  const working = `${path}.${randomUUID()}`;
  await writeFile(working, text, { mode: 0o644 });
  await rename(working, path);
};
