import type { AccountWrite, KnownAccount, MemberIdentity } from '@loyalty/accounts';
import type { Account } from '@loyalty/rules';
import type { Task } from './earn-plan.ts';

interface Page {
  readonly task: Task;
  readonly account: Account;
  readonly isNew: boolean;
  readonly atMs: number;
}

/** Names a member within a batch. */
export const memberName = ({ environmentId, memberKey }: MemberIdentity): string =>
  `${environmentId.toString()}/${memberKey.toString('base64url')}`;

/** The accounts of one batch as they stand after each task: a second task of a member sees the first. */
export class AccountBook {
  readonly #known = new Map<string, Account>();
  readonly #written = new Map<string, Page>();

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

  write(task: Task, account: Account): void {
    const name = memberName(task);
    const before = this.#written.get(name);
    const atMs = Math.max(before?.atMs ?? 0, task.message.record.timestamp);
    // The task that enrols a member names them; a credit behind it could not.
    this.#written.set(name, { task: before?.task ?? task, account, isNew: !this.#known.has(name), atMs });
  }

  /** What is to be stored: new members apart from those that were there. */
  writes(): { enrolled: AccountWrite[]; updated: AccountWrite[] } {
    const enrolled: AccountWrite[] = [];
    const updated: AccountWrite[] = [];
    for (const { task, account, isNew, atMs } of this.#written.values()) {
      const { environmentId, memberKey, memberRef } = task;
      const write = { environmentId, memberKey, externalRef: memberRef ?? '', account, atMs };
      (isNew ? enrolled : updated).push(write);
    }
    return { enrolled, updated };
  }
}
