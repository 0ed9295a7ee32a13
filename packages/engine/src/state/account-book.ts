import type { AccountWrite, KnownAccount, MemberIdentity } from '@loyalty/accounts';
import type { Account } from '@loyalty/rules';
import type { EngineRequest } from '../requests/request.ts';

interface WrittenAccount {
  readonly request: EngineRequest<unknown>;
  readonly account: Account;
  readonly isNew: boolean;
  readonly atMs: number;
}

/** What a batch leaves of accounts: new members apart from those that were there. */
export interface AccountWrites {
  readonly enrolled: readonly AccountWrite[];
  readonly updated: readonly AccountWrite[];
}

/** Names a member within a batch. */
export const memberName = ({ environmentId, memberKey }: MemberIdentity): string =>
  `${environmentId.toString()}/${memberKey.toString('base64url')}`;

/** The accounts of one batch as they stand after each request: a second request of a member sees the first. */
export class AccountBook {
  readonly #known = new Map<string, Account>();
  readonly #written = new Map<string, WrittenAccount>();

  constructor(accounts: readonly KnownAccount[]) {
    for (const one of accounts) {
      this.#known.set(memberName(one), one.account);
    }
  }

  /** Null for a member who is not enrolled yet. */
  accountOf(member: MemberIdentity): Account | null {
    const name = memberName(member);
    return this.#written.get(name)?.account ?? this.#known.get(name) ?? null;
  }

  write(request: EngineRequest<unknown>, account: Account): void {
    const name = memberName(request);
    const before = this.#written.get(name);
    const atMs = Math.max(before?.atMs ?? 0, request.message.record.timestamp);
    // The request that enrols a member names them; a credit behind it could not.
    const first = before?.request ?? request;
    this.#written.set(name, { request: first, account, isNew: !this.#known.has(name), atMs });
  }

  writes(): AccountWrites {
    const enrolled: AccountWrite[] = [];
    const updated: AccountWrite[] = [];
    for (const { request, account, isNew, atMs } of this.#written.values()) {
      const { environmentId, memberKey, memberRef } = request;
      const write = { environmentId, memberKey, externalRef: memberRef ?? '', account, atMs };
      (isNew ? enrolled : updated).push(write);
    }
    return { enrolled, updated };
  }
}
