import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** An authority and the certificates it signed, made by openssl in a temporary folder. */
export interface Certificates {
  readonly ca: string;
  /** Valid for `127.0.0.1` and `good.example`. */
  readonly good: Certificate;
  /** Valid for the same names, with an RSA key. */
  readonly goodOfRsa: Certificate;
  /** Valid for `other.example` only. */
  readonly ofOther: Certificate;
  readonly expired: Certificate;
  /** Signed by itself, for `127.0.0.1`. */
  readonly selfSigned: Certificate;
}

export const makeCertificates = (): Certificates => {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  try {
    const openssl = (...given: readonly string[]): void => {
      execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' });
    };
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
    openssl(...newKey('ca'), '-x509', ...period(2), '-subj', '/CN=authority', '-out', 'ca.pem');
    const sign = (name: string, altNames: string, { days = 2, kind = ec } = {}): Certificate => {
      writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${altNames}\n`);
      openssl(...newKey(name, kind), '-subj', `/CN=${name}`, '-out', `${name}.csr`);
      openssl(
        'x509',
        '-req',
        '-in',
        `${name}.csr`,
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-extfile',
        `${name}.ext`,
        ...period(days),
        '-out',
        `${name}.pem`,
      );
      return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
    };
    openssl(
      ...newKey('self'),
      '-x509',
      ...period(2),
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-out',
      'self.pem',
    );
    return {
      ca: read('ca.pem'),
      good: sign('good', 'IP:127.0.0.1,DNS:good.example'),
      goodOfRsa: sign('rsa', 'IP:127.0.0.1', { kind: ['rsa:2048'] }),
      ofOther: sign('other', 'DNS:other.example'),
      expired: sign('expired', 'IP:127.0.0.1,DNS:good.example', { days: -1 }),
      selfSigned: { key: read('self.key'), cert: read('self.pem') },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const period = (days: number): readonly string[] => ['-days', days.toString()];

const ec: readonly string[] = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

const newKey = (name: string, kind = ec): readonly string[] => [
  'req',
  '-newkey',
  ...kind,
  '-nodes',
  '-keyout',
  `${name}.key`,
];
