import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '@loyalty/kernel';
import { nearest } from '../addresses.ts';
import { errorCodeOf, reasonOf } from '../failures.ts';
import type { CommandContext } from '../session.ts';

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicKeyPath: string;
}

const modulusBits = 2_048;

/**
 * Returns `private.pem` (PKCS 8, readable only by its owner) and `public.pem` (SPKI), which are created if
 * there are none. Concurrent calls end with the same pair. Throws a Fault for a file that holds no key.
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
    throw new Fault(
      'KEY_UNREADABLE',
      `${path} does not hold a private key. Delete it, and the command creates a new pair.`,
      {
        cause,
      },
    );
  }
};

/** A link fails when the file exists, so the second of two concurrent calls takes the key of the first. */
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

/** Replaces the file in one step, so that no reader sees half of it. */
const replace = async (path: string, text: string): Promise<void> => {
  const working = `${path}.${randomUUID()}`;
  await writeFile(working, text, { mode: 0o644 });
  await rename(working, path);
};

/**
 * Returns the folder `.loyalty/jwt` of the checkout, so that command, stack and ingress use the same pair
 * from every folder.
 */
export const jwtFolder = ({ addresses, folder }: Pick<CommandContext, 'addresses' | 'folder'>): string =>
  join(addresses.localStack()?.root ?? checkoutAbove(folder), '.loyalty', 'jwt');

const checkoutAbove = (folder: string): string => {
  const found = nearest(folder, '.loyalty');
  return found === null ? folder : dirname(found);
};
