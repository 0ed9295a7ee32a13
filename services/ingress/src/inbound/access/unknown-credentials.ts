import { createHmac } from 'node:crypto';
import type { HashCredential, RefusedCredential } from '@loyalty/http/api';
import { createLruMap } from '@loyalty/tables/lookup';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';

/** Counts credentials that nobody has, each once, because one till with an old key is not an attack. */
export interface UnknownCredentials {
  /** Returns 48 bits: enough to distinguish credentials, and too few to confirm one. */
  readonly hashOf: HashCredential;
  note(kind: 'key' | 'token', credential: string): NonNullable<RefusedCredential['caller']>;
}

/** About 1 MB. A credential that comes again after this many others counts again. */
const notedMax = 10_000;
const hashHexLength = 12;

/**
 * Creates a counter of unknown credentials. `hashKey` is the same in all processes, so that their log lines
 * can be compared.
 */
export const createUnknownCredentials = ({
  hashKey,
  metrics,
}: {
  readonly hashKey: Uint8Array;
  readonly metrics: Pick<Metrics, 'count'>;
}): UnknownCredentials => {
  startAtZero(metrics, 'loyalty_unknown_credentials_total', {});
  const noted = createLruMap<string, true>(notedMax);
  const hashOf: HashCredential = (credential) =>
    createHmac('sha256', hashKey).update(credential).digest('hex').slice(0, hashHexLength);
  return {
    hashOf,
    note: (kind, credential) => {
      const credentialHash = hashOf(credential);
      if (noted.get(credentialHash) === undefined)
        metrics.count('loyalty_unknown_credentials_total', { kind });
      noted.set(credentialHash, true);
      return { credentialHash };
    },
  };
};
