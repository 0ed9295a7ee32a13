import { memberMapKey } from '@loyalty/kernel';
import type { KnownAccount, MemberIdentity } from '@loyalty/accounts';
import type { AccountBook } from '@loyalty/engine';

/** Knows which referrers can be credited: active members, also those whom the batch has just enrolled. */
export class Referrers {
  readonly #accounts: Pick<AccountBook, 'accountOf'>;
  readonly #active: ReadonlySet<string>;

  /** `looked` were read without a lock; the batch's accounts are newer. */
  constructor(accounts: Pick<AccountBook, 'accountOf'>, looked: readonly KnownAccount[]) {
    this.#accounts = accounts;
    this.#active = new Set(looked.filter(({ account }) => account.state === 'active').map(memberMapKey));
  }

  canBeCredited(member: MemberIdentity): boolean {
    const account = this.#accounts.accountOf(member);
    return account === null ? this.#active.has(memberMapKey(member)) : account.state === 'active';
  }
}
