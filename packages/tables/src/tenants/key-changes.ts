import type { StoredKey } from './api-keys.ts';
import type { NarrowKeyResult, RevokeKeysResult, RotateKeyResult } from './change-api-keys.ts';

export interface KeyChange {
  readonly action: 'created' | 'changed' | 'revoked';
  /**
   * The key before the change; null if the audit log gets no entry, because the change is a repetition or
   * because the entry of the other key covers it.
   */
  readonly before: StoredKey | null;
  readonly after: StoredKey;
}

export type ChangeKeyResult = NarrowKeyResult | RotateKeyResult | RevokeKeysResult;

/**
 * Returns the changes to publish and to note in the audit log, in the transaction of the change. A repetition
 * that changes nothing is published again, because it is unknown whether Kafka has the first fact.
 */
export const keyChangesIn = (result: ChangeKeyResult): readonly KeyChange[] => {
  switch (result.outcome) {
    case 'changed':
      return [{ action: 'changed', before: result.before, after: result.after }];
    case 'unchanged':
      return [{ action: 'changed', before: null, after: result.after }];
    case 'rotated':
      return [
        { action: 'changed', before: result.before, after: result.after },
        { action: 'created', before: null, after: result.successor },
      ];
    case 'revoked':
      return revocationsIn(result);
    case 'not-found':
    case 'not-permitted':
    case 'caller-ended':
    case 'invalid':
    case 'refused':
    case 'limit-exceeded':
    case 'not-yet-available':
      return [];
  }
};

const revocationsIn = ({
  key,
  others,
  revoked,
}: Extract<RevokeKeysResult, { outcome: 'revoked' }>): readonly KeyChange[] => {
  const isNew = new Set(revoked.map(({ record }) => record.id));
  const all = new Map([key, ...others].map((one) => [one.record.id, one]));
  return [...all.values()].map((after) => ({
    action: 'revoked',
    after,
    before: isNew.has(after.record.id) ? notYetRevoked(after) : null,
  }));
};

const notYetRevoked = (key: StoredKey): StoredKey => ({ ...key, record: { ...key.record, revokedAt: null } });
