import { type Command, InvalidArgumentError } from 'commander';
import { createLoyalty, type Loyalty, type Schemas } from '@loyalty/client';
import { Fault } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import {
  listOpenRedemptions,
  type ListedRedemption,
  type OpenRedemptionPlace,
  readOpenRedemptionsPage,
} from '@loyalty/tables/redemptions';
import { type Act, readTransactionActs } from '@loyalty/tables/authors';
import { type ReadRedeem, readRedeems } from '@loyalty/tables/returns';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption, failedCall } from '../api-access.ts';
import { type EnvironmentName, examples, integerFrom, modeOption, tenantOption } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironment, requireEnvironmentId } from '../environments.ts';
import { UsageFault } from '../failures.ts';
import { type CommandContext, requireYes, type Session, yesOption } from '../session.ts';
import { actText, tableLines } from '../terminal.ts';
import { requireMember } from './member-by-database.ts';

export const addRedemptionsCommands = (redemptions: Command, session: Session): void => {
  addList(redemptions, session);
  addVoid(redemptions, session);
};

const usualLimit = 100;
const limitMax = 1_000;

interface ListFlags extends EnvironmentName {
  readonly member?: string;
  readonly overdue?: true;
  readonly limit: number;
  readonly after?: OpenRedemptionPlace;
}

const addList = (redemptions: Command, session: Session): void => {
  redemptions
    .command('list')
    .description('List the open authorizations of an environment; those that lapse first come first.')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--member <ref|id>', 'only authorizations of this member, who can have at most 20')
    .option('--overdue', 'only authorizations that should have lapsed at least a minute ago')
    .option('--limit <count>', 'the maximum number of authorizations', integerFrom(1, limitMax), usualLimit)
    .option('--after <place>', 'continue after the previous page, with the value that it printed', parsePlace)
    .addHelpText(
      'after',
      examples(
        'redemptions list --tenant … --mode live',
        'redemptions list --tenant … --mode live --member customer-42',
        'redemptions list --tenant … --mode live --overdue --json',
      ),
    )
    .action(
      session.action((task, flags: ListFlags) =>
        withDatabase(task, async (db) => {
          const page = await readPage(db, flags);
          sayPage(task, page);
          return { document: { ...page } };
        }),
      ),
    );
};

interface ShownRedemption {
  readonly transactionRef: string;
  readonly transactionId: string;
  readonly memberId: string;
  readonly points: number;
  readonly expiresAt: string;
}

export interface RedemptionsPage {
  readonly redemptions: readonly ShownRedemption[];
  /** The value for --after; null on the last page. */
  readonly next: string | null;
}

/** Throws a UsageFault where a member is asked for together with a part of all. */
const readPage = async (db: Queryable, flags: ListFlags): Promise<RedemptionsPage> => {
  const { member, overdue, after = null, limit } = flags;
  if (member !== undefined) {
    if (overdue === true || after !== null)
      throw new UsageFault(
        '--member lists all authorizations of the member, so it cannot be combined with --overdue or --after.',
      );
    const found = await requireMember(db, flags, member);
    const { environmentId } = found.scope;
    const memberId = found.member.id;
    const open = await listOpenRedemptions(db, { environmentId, memberId });
    return { redemptions: open.map((one) => shownOf({ ...one, memberId })), next: null };
  }
  const environmentId = await requireEnvironmentId(db, flags);
  const isOverdue = overdue === true;
  // One more than is shown: it says whether there is another page.
  const rows = await readOpenRedemptionsPage(db, environmentId, { isOverdue, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { redemptions: shown.map(shownOf), next: last === undefined ? null : textOfPlace(last) };
};

const shownOf = ({
  ref,
  transactionId,
  memberId,
  points,
  expiresAt,
}: ListedRedemption & Pick<OpenRedemptionPlace, 'memberId'>): ShownRedemption => ({
  transactionRef: ref,
  transactionId,
  memberId,
  points,
  expiresAt: expiresAt.toISOString(),
});

const textOfPlace = ({ askAt, memberId, ref }: OpenRedemptionPlace): string =>
  Buffer.from(JSON.stringify([askAt, memberId, ref])).toString('base64url');

const parsePlace = (text: string): OpenRedemptionPlace => {
  const [askAt, memberId, ref] = placeIn(text);
  if (typeof askAt === 'string' && typeof memberId === 'string' && typeof ref === 'string')
    return { askAt, memberId, ref };
  throw new InvalidArgumentError('It must be the value that the previous page printed.');
};

const placeIn = (text: string): readonly unknown[] => {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(place) ? place : [];
  } catch {
    return [];
  }
};

const sayPage = (task: CommandContext, { redemptions, next }: RedemptionsPage): void => {
  if (redemptions.length === 0) task.say('There are no open authorizations.');
  else
    for (const line of tableLines(['until', 'points', 'member', 'reference'], redemptions.map(rowOf)))
      task.say(line);
  if (next !== null) task.say(`There are more: pass --after ${next}`);
};

const rowOf = ({ expiresAt, points, memberId, transactionRef }: ShownRedemption): string[] => [
  expiresAt,
  points.toString(),
  memberId,
  transactionRef,
];

interface VoidFlags extends ApiFlags {
  readonly yes?: true;
}

const addVoid = (redemptions: Command, session: Session): void => {
  redemptions
    .command('void')
    .description(
      'Void a redemption: give back the points that are left of it, with their original expiry. It may be open, captured or ' +
        'plain.',
    )
    .argument('<ref>', 'the transactionRef of the redemption')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
The command calls the API as a shop would, so it needs a key with the permission transactions:void, and running engines.
Running it again shows the same result.
${examples('redemptions void order-1001 --tenant … --mode live --key sk_live_…')}`,
    )
    .action(
      session.action(async (task, ...[ref, flags]: [string, VoidFlags]) => {
        const loyalty = createLoyalty(apiAccessOf(task, flags));
        const { redeem, act } = await withDatabase(task, (db) => requireRedeem(db, flags, ref));
        await requireYes(task, questionOf(redeem, act), flags);
        const voided = await sendVoid(loyalty, ref);
        task.say(
          `${voided.pointsRefunded.toString()} points were given back to member ${voided.memberId}. ` +
            `${voided.pointsExpired.toString()} of them had expired${deductedText(voided)}; the balance was then ${voided.pointsBalance.toString()}.`,
        );
        return { document: voided };
      }),
    );
};

interface FoundRedeem {
  readonly redeem: ReadRedeem;
  /** This is the act of the redeem. */
  readonly act: Act;
}

const deductedText = ({ pointsDeducted = 0 }: Schemas['VoidResult']): string =>
  pointsDeducted === 0 ? '' : ` and ${pointsDeducted.toString()} were deducted for earlier returns`;

/** Throws a Fault where there is none. */
const requireRedeem = async (db: Queryable, name: EnvironmentName, ref: string): Promise<FoundRedeem> => {
  const { environmentId } = await requireEnvironment(db, name);
  const [redeem] = await readRedeems(db, [{ environmentId, ref }]);
  const [act] = await readTransactionActs(db, environmentId, [{ operation: 'redeem', ref }]);
  if (redeem !== undefined && act !== undefined) return { redeem, act };
  throw new Fault(
    'TRANSACTION_NOT_FOUND',
    'There is no redemption with this reference in this environment: try the other one with --mode.',
  );
};

const questionOf = (redeem: ReadRedeem, act: Act): string => {
  const { transactionRef, memberId, pointsRedeemed, discountCents, refunded } = redeem;
  const points = (pointsRedeemed - refunded.points).toString();
  const cents = (discountCents - refunded.discountCents).toString();
  return `Void «${transactionRef}» of member ${memberId}, ${stateOf(redeem)}, ${actText(act)}: ${points} points and ${cents} cents?`;
};

const stateOf = ({ openUntilMs, isAuthorized }: ReadRedeem): string => {
  if (openUntilMs !== null) return `open until ${new Date(openUntilMs).toISOString()}`;
  return isAuthorized ? 'authorized and no longer open' : 'a plain redemption';
};

/** Throws a Fault where there is no result. */
const sendVoid = async (loyalty: Loyalty, transactionRef: string): Promise<Schemas['VoidResult']> => {
  try {
    return await loyalty.voidRedemption({ body: { transactionRef } });
  } catch (error) {
    const { code, reason, isOutcomeUnknown } = failedCall(error);
    const what = isOutcomeUnknown
      ? 'We do not know whether the redemption was voided'
      : 'The API refused the void';
    throw new Fault(code ?? 'NOT_VOIDED', `${what} (${reason}). It is safe to run the command again.`);
  }
};
