import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The files of a private key and of its certificate, PEM. */
export interface Certificate {
  readonly keyPath: string;
  readonly certPath: string;
  /** Both in one file, as Kafka wants them. */
  readonly bothPath: string;
}

/** A certificate authority that exists for one run. */
export interface Authority {
  /** The path of the authority's own certificate, in PEM. */
  readonly caPath: string;
  /** Signs a certificate for 127.0.0.1 and for no name, not even `localhost`. */
  sign(name: string): Promise<Certificate>;
}

/** The address that every certificate is for. */
export const certifiedHost = '127.0.0.1';
/** A name of the same machine that no certificate is for. */
export const uncertifiedHost = 'localhost';

const days = '2';
const curve = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

/** Makes an authority with openssl, in a new folder. */
export const createAuthority = async (folder: string): Promise<Authority> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const newKey = (name: string): string[] => ['req', '-newkey', ...curve, '-nodes', '-keyout', `${name}.key`];
  await openssl(...newKey('ca'), '-x509', '-days', days, '-subj', '/CN=authority', '-out', 'ca.pem');
  const pathOf = (name: string): string => join(folder, name);
  return {
    caPath: pathOf('ca.pem'),
    sign: async (name) => {
      writeFileSync(pathOf(`${name}.ext`), `subjectAltName=IP:${certifiedHost}\n`);
      await openssl(...newKey(name), '-subj', `/CN=${name}`, '-out', `${name}.csr`);
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
      await openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-days', days, '-out', `${name}.pem`);
      const [keyPath, certPath, bothPath] = [`${name}.key`, `${name}.pem`, `${name}-both.pem`].map(
        pathOf,
      ) as [string, string, string];
      writeFileSync(bothPath, `${readFileSync(keyPath, 'utf8')}${readFileSync(certPath, 'utf8')}`);
      return { keyPath, certPath, bothPath };
    },
  };
};
