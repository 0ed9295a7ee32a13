import { memberMapKey } from '@loyalty/kernel';
import type { KnownAccount, MemberIdentity } from '@loyalty/accounts';
import type { AccountBook } from '@loyalty/engine';

/** Tells who can be credited for referring somebody: a member who is active, also one whom the batch has enrolled just before. */
export class Referrers {
  readonly #accounts: Pick<AccountBook, 'accountOf'>;
  readonly #active: ReadonlySet<string>;

  /** `looked` were read without a lock; the batch's own accounts are newer. */
  constructor(accounts: Pick<AccountBook, 'accountOf'>, looked: readonly KnownAccount[]) {
    this.#accounts = accounts;
    this.#active = new Set(looked.filter(({ account }) => account.state === 'active').map(memberMapKey));
  }

  canBeCredited(member: MemberIdentity): boolean {
    const account = this.#accounts.accountOf(member);
    return account === null ? this.#active.has(memberMapKey(member)) : account.state === 'active';
  }
}
