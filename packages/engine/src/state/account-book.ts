import { memberMapKey } from '@loyalty/kernel';
import type {
  AccountWrite,
  BackdatedPurchase,
  KnownAccount,
  MemberDayWrites,
  MemberIdentity,
  OpenedDay,
  Purchase,
} from '@loyalty/accounts';
import { FigureBook, noFigures, utcDayOf, type Account, type FigureWrites } from '@loyalty/rules';
import type { EngineRequest } from '../requests/request.ts';

interface WrittenAccount {
  readonly request: EngineRequest<unknown>;
  readonly account: Account;
  readonly isNew: boolean;
  readonly atMs: number;
  /** Null until something is bought: the member's figures then stay as they are. */
  readonly figures: FigureBook | null;
}

/** The accounts that a batch writes. */
export interface AccountWrites {
  readonly enrolled: readonly AccountWrite[];
  readonly updated: readonly AccountWrite[];
  /** Days of purchase of all these members. */
  readonly days: MemberDayWrites;
}

/** The accounts of one batch after each request: a second request of a member sees the result of the first. */
export class AccountBook {
  readonly #known = new Map<string, KnownAccount>();
  readonly #written = new Map<string, WrittenAccount>();

  constructor(accounts: readonly KnownAccount[]) {
    for (const one of accounts) this.#known.set(memberMapKey(one), one);
  }

  /** Returns null for a member who is not enrolled yet. */
  accountOf(member: MemberIdentity): Account | null {
    const name = memberMapKey(member);
    return this.#written.get(name)?.account ?? this.#known.get(name)?.account ?? null;
  }

  /** Writes the account after a request, and the purchase that counts in its member's figures (D97). */
  write(request: EngineRequest<unknown>, account: Account, purchase: Purchase | null = null): void {
    const name = memberMapKey(request);
    const before = this.#written.get(name);
    const known = this.#known.get(name);
    const atMs = Math.max(before?.atMs ?? 0, request.message.record.timestamp);
    // The request that enrols a member has their reference; a later credit has none.
    const first = before?.request ?? request;
    const figures = figuresAfter(purchase, before?.figures ?? null, known);
    this.#written.set(name, { request: first, account, isNew: known === undefined, atMs, figures });
  }

  writes(): AccountWrites {
    const enrolled: AccountWrite[] = [];
    const updated: AccountWrite[] = [];
    const days: MemberDayBatch = { opened: [], backdated: [] };
    for (const { request, account, isNew, atMs, figures } of this.#written.values()) {
      const { environmentId, memberKey, memberRef } = request;
      const write = { environmentId, memberKey, externalRef: memberRef ?? '', account, atMs };
      const bought = figures?.writes();
      if (bought !== undefined) gatherDays(days, bought, { environmentId, memberId: account.memberId });
      (isNew ? enrolled : updated).push(bought === undefined ? write : { ...write, figures: bought.figures });
    }
    return { enrolled, updated, days };
  }
}

/** Null until something was bought. */
const figuresAfter = (
  purchase: Purchase | null,
  before: FigureBook | null,
  known: KnownAccount | undefined,
): FigureBook | null => {
  if (purchase === null) return before;
  const figures = before ?? new FigureBook(known?.figures ?? noFigures);
  figures.add({ day: utcDayOf(purchase.occurredAtMs), cents: purchase.amountCents, txns: 1 });
  return figures;
};

/** The days of a batch while they are gathered. */
interface MemberDayBatch {
  readonly opened: OpenedDay[];
  readonly backdated: BackdatedPurchase[];
}

const gatherDays = (
  days: MemberDayBatch,
  { opened, backdated }: FigureWrites,
  member: Pick<OpenedDay, 'environmentId' | 'memberId'>,
): void => {
  for (const day of opened) days.opened.push({ ...member, ...day });
  for (const purchase of backdated) days.backdated.push({ ...member, ...purchase });
};
