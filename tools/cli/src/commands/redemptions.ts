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
import { apiAccessOf, type ApiFlags, failedCall } from '../api-access.ts';
import {
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  requireEnvironment,
  requireEnvironmentId,
  tenantOption,
} from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import { type CommandContext, requireYes, type Session, yesOption } from '../session.ts';
import { actText, tableLines } from '../terminal.ts';
import { requireMember } from './members.ts';

export const addRedemptionsCommands = (program: Command, session: Session): void => {
  const redemptions = program
    .command('redemptions')
    .description('Authorized points, which lapse unless they are captured; voids.');
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
    .description('Open authorizations of an environment: what lapses first comes first.')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--member <ref|id>', 'only those of this member, who has 20 at most')
    .option('--overdue', 'only those that should have lapsed: a minute after their time')
    .option('--limit <count>', 'how many', integerFrom(1, limitMax), usualLimit)
    .option('--after <place>', 'where the page before ended, as it says', parsePlace)
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
  /** For --after; null on the last page. */
  readonly next: string | null;
}

/** Throws a UsageFault where a member is asked for together with a part of all. */
const readPage = async (db: Queryable, flags: ListFlags): Promise<RedemptionsPage> => {
  const { member, overdue, after = null, limit } = flags;
  if (member !== undefined) {
    if (overdue === true || after !== null)
      throw new UsageFault('Either --member, whose authorizations are all shown, or --overdue and --after.');
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
  throw new InvalidArgumentError('It must be what the page before said.');
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
  if (redemptions.length === 0) task.say('No authorization is open.');
  else
    for (const line of tableLines(['until', 'points', 'member', 'reference'], redemptions.map(rowOf)))
      task.say(line);
  if (next !== null) task.say(`There are more: --after ${next}`);
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
      'Give back what is left of a redemption: points, which keep their own time, and discount. Also of a captured and of ' +
        'a plain one.',
    )
    .argument('<ref>', 'its transactionRef')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--key <key>', 'the API key, of --mode (default: LOYALTY_API_KEY, or the demo key)')
    .option('--base-url <url>', 'where the API is (default: BASE_URL, or the local stack)')
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
It goes to the API as a shop's void does, so it needs a key with transactions:void, and running engines. The same command again
returns what the first one did.
${examples('redemptions void order-1001 --tenant … --mode live --key sk_live_…')}`,
    )
    .action(
      session.action(async (task, ...[ref, flags]: [string, VoidFlags]) => {
        const loyalty = createLoyalty(apiAccessOf(task, flags));
        const { redeem, act } = await withDatabase(task, (db) => requireRedeem(db, flags, ref));
        await requireYes(task, questionOf(redeem, act), flags);
        const voided = await sendVoid(loyalty, ref);
        task.say(
          `${voided.pointsRefunded.toString()} points came back to member ${voided.memberId}, of which ` +
            `${voided.pointsExpired.toString()} expired${deductedText(voided)}; the balance was ${voided.pointsBalance.toString()} then.`,
        );
        return { document: voided };
      }),
    );
};

interface FoundRedeem {
  readonly redeem: ReadRedeem;
  /** Of the redeem. */
  readonly act: Act;
}

const deductedText = ({ pointsDeducted = 0 }: Schemas['VoidResult']): string =>
  pointsDeducted === 0 ? '' : ` and ${pointsDeducted.toString()} paid earlier returns`;

/** Throws a Fault where there is none. */
const requireRedeem = async (db: Queryable, name: EnvironmentName, ref: string): Promise<FoundRedeem> => {
  const { environmentId } = await requireEnvironment(db, name);
  const [redeem] = await readRedeems(db, [{ environmentId, ref }]);
  const [act] = await readTransactionActs(db, environmentId, [{ operation: 'redeem', ref }]);
  if (redeem !== undefined && act !== undefined) return { redeem, act };
  throw new Fault(
    'TRANSACTION_NOT_FOUND',
    'There is no redemption of this reference in this environment: look into the other one with --mode.',
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
  return isAuthorized ? 'authorized once, and not open any more' : 'a plain redeem';
};

/** Throws a Fault where there is no result. */
const sendVoid = async (loyalty: Loyalty, transactionRef: string): Promise<Schemas['VoidResult']> => {
  try {
    return await loyalty.voidRedemption({ body: { transactionRef } });
  } catch (error) {
    const { code, reason, isOutcomeUnknown } = failedCall(error);
    const what = isOutcomeUnknown ? 'It is not known whether it was voided' : 'The API refused it';
    throw new Fault(code ?? 'NOT_VOIDED', `${what} (${reason}): the same command may be repeated.`);
  }
};
