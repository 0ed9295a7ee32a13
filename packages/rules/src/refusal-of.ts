import type { Account } from './member.ts';

/** The member is not active: nothing is earned or burned. */
export interface StateRefusal {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED';
}

const memberSuspended: StateRefusal = { outcome: 'refused', code: 'MEMBER_SUSPENDED' };
const memberErased: StateRefusal = { outcome: 'refused', code: 'MEMBER_ERASED' };

/** Returns why this member neither earns nor burns; null for active and unknown members (interface 3). */
export const refusalOf = (account: Account | null): StateRefusal | null => {
  if (account === null) return null;
  switch (account.state) {
    case 'active':
      return null;
    case 'suspended':
      return memberSuspended;
    case 'anonymized':
      return memberErased;
  }
};
