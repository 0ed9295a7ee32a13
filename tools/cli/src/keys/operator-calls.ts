import { type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type {
  ApiKeyRecord,
  KeyCall,
  MakeKeyResult,
  NarrowKeyResult,
  RevokeKeysResult,
} from '@loyalty/tables/keys';

export interface TenantKey extends ApiKeyRecord {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** Returns the predicate of a sentence about the key. */
export const expiryOf = ({ expiresAt }: Pick<ApiKeyRecord, 'expiresAt'>): string =>
  expiresAt === null ? 'never expires' : `expires at ${expiresAt}`;

/** The defaults of ingress, whose own settings are not known here. */
const usualLimits: Readonly<Record<Mode, number>> = { live: 600, test: 60 };

interface KeyPlace {
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
}

/** Returns the call of an operator, who may give what no key has. */
export const callOf = ({ environmentId, mode }: KeyPlace): KeyCall => ({
  environmentId,
  caller: null,
  defaultLimit: usualLimits[mode],
});

type Refusal =
  | Exclude<MakeKeyResult, { readonly outcome: 'created' }>
  | Exclude<NarrowKeyResult, { readonly outcome: 'changed' | 'unchanged' }>
  | Exclude<RevokeKeysResult, { readonly outcome: 'revoked' }>;

/** Returns a fault that says in one sentence what was refused, and what to do. */
export const refusalFault = (refusal: Refusal): Fault => {
  switch (refusal.outcome) {
    case 'not-found':
      return new Fault('KEY_NOT_FOUND', 'There is no such key: «loyaltyctl keys list» lists all keys.');
    case 'invalid':
      return new Fault('KEY_REFUSED', `The key was refused: ${refusal.faults.map(sentenceOf).join('; ')}.`);
    case 'refused':
      return new Fault('KEY_REFUSED', notInForce(refusal));
    case 'limit-exceeded':
      return new Fault(
        'LIMIT_EXCEEDED',
        `The environment has ${refusal.limit.toString()} keys, which is the maximum: revoke one that nobody uses.`,
      );
    case 'not-yet-available':
      return new Fault(
        'NOT_YET_AVAILABLE',
        'An ingress of an older release is running and would refuse this key: wait until the rollout is complete («loyaltyctl processes»).',
      );
    // An operator has no key and lacks nothing.
    case 'caller-ended':
    case 'not-permitted':
      return new Fault('KEY_REFUSED', `The key was refused: ${refusal.outcome}.`);
  }
};

const flags: Readonly<Record<string, string>> = {
  expiresAt: '--expires',
  rateLimitPerMinute: '--rate-limit',
  role: '--role',
  permissions: '--permissions',
};

const sentenceOf = ({ pointer, message }: { readonly pointer: string; readonly message: string }): string => {
  const field = pointer.split('/')[1] ?? '';
  return `${flags[field] ?? field} ${message}`;
};

const notInForce = ({
  from,
  replacedBy,
}: {
  readonly from: string;
  readonly replacedBy: string | null;
}): string => {
  if (from === 'REPLACED')
    return `The key was already replaced by ${replacedBy ?? 'another one'}. To end it early, run «loyaltyctl keys revoke».`;
  return from === 'REVOKED'
    ? 'The key is revoked: create a new one.'
    : 'The key has expired: create a new one.';
};
