import type { AccountWrite, KnownAccount } from '@loyalty/accounts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { Receipt } from './evaluate-plan.ts';

interface Page {
  readonly receipt: Receipt;
  readonly account: Account;
  readonly isNew: boolean;
  readonly atMs: number;
}

const nameOf = (environmentId: EnvironmentId, memberKey: Buffer): string =>
  `${environmentId.toString()}/${memberKey.toString('base64url')}`;

/** The accounts of one batch as they stand after each receipt: a second receipt of a member sees the first. */
export class AccountBook {
  readonly #known = new Map<string, Account>();
  readonly #written = new Map<string, Page>();

  constructor(known: readonly KnownAccount[]) {
    for (const { environmentId, memberKey, account } of known) {
      this.#known.set(nameOf(environmentId, memberKey), account);
    }
  }

  /** Null for a member who is not enrolled yet. */
  accountOf({ environmentId, memberKey }: Receipt): Account | null {
    const name = nameOf(environmentId, memberKey);
    return this.#written.get(name)?.account ?? this.#known.get(name) ?? null;
  }

  write(receipt: Receipt, account: Account): void {
    const name = nameOf(receipt.environmentId, receipt.memberKey);
    const atMs = Math.max(this.#written.get(name)?.atMs ?? 0, receipt.message.record.timestamp);
    this.#written.set(name, { receipt, account, isNew: !this.#known.has(name), atMs });
  }

  /** What is to be stored: new members apart from those that were there. */
  writes(): { enrolled: AccountWrite[]; updated: AccountWrite[] } {
    const enrolled: AccountWrite[] = [];
    const updated: AccountWrite[] = [];
    for (const { receipt, account, isNew, atMs } of this.#written.values()) {
      const { environmentId, memberKey, request } = receipt;
      const write = { environmentId, memberKey, externalRef: request.memberRef, account, atMs };
      (isNew ? enrolled : updated).push(write);
    }
    return { enrolled, updated };
  }
}
