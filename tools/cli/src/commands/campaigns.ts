import { type Command, Option } from 'commander';
import { createLoyalty, isProblem, type Loyalty, type Schemas } from '@loyalty/client';
import { bodyBytesMax } from '@loyalty/contracts';
import { type FieldError, parseJsonBody, validatorFor } from '@loyalty/contracts/http';
import { Fault } from '@loyalty/kernel';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption, failedCall } from '../api-access.ts';
import { examples, modeOption, parseUuid, tenantOption } from '../arguments.ts';
import { openLineSource } from '../files/line-source.ts';
import type { CommandContext, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addCampaignsCommands = (campaigns: Command, session: Session): void => {
  addExplain(campaigns, session);
};

interface ExplainFlags extends ApiFlags {
  readonly campaign?: readonly string[];
}

type Body = Schemas['ExplainBody'];
type Explanation = Schemas['Explanation'];

const explanation = `
The file holds one receipt as a till sends it: {"memberRef": …, "amount": …}. Add occurredAt to judge it at another time
than now.

Each campaign is one line. It shows what the campaign awards, or the first check that failed. For a condition it shows
what was required and what was found. It also shows what the limits leave, and which lines of the receipt earn, counted
from 0.

Nothing is written. The command calls the API, so it needs a key with the permission transactions:quote.
`;

const addExplain = (campaigns: Command, session: Session): void => {
  campaigns
    .command('explain')
    .description('Show what each campaign awards for a receipt, or why it awards nothing.')
    .argument('<file>', 'a path, or - for standard input')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(campaignOption())
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      explanation +
        examples(
          'campaigns explain receipt.json --tenant … --mode live',
          'campaigns explain receipt.json --tenant … --mode test --campaign ID --campaign ID --json',
        ),
    )
    .action(
      session.action(async (task, ...[file, flags]: [string, ExplainFlags]) => {
        const loyalty = createLoyalty(apiAccessOf(task, flags));
        const body = await readBody(task, file);
        const named = flags.campaign === undefined ? null : { campaignIds: [...flags.campaign] };
        const explained = await explain(loyalty, Object.assign({}, body, named));
        sayExplained(task, explained);
        return { document: explained };
      }),
    );
};

const campaignOption = (): Option =>
  new Option(
    '--campaign <id>',
    'judge this campaign as if it were active; may be given several times',
  ).argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), parseUuid(text)]);

/** Throws a Fault for what is no receipt. */
const readBody = async (task: CommandContext, file: string): Promise<Body> => {
  const source = await openLineSource(file, task.terminal.input);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source.chunks()) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw noReceipt([{ pointer: '', message: tooLong }]);
    chunks.push(chunk);
  }
  const parsed = parseJsonBody(Buffer.concat(chunks));
  if (!parsed.ok) throw noReceipt(parsed.errors);
  // A copy, because the judge drops what nobody knows: of that the API warns.
  const judged = validatorFor('explainTransaction').body(structuredClone(parsed.value));
  if (!judged.ok) throw noReceipt(judged.errors);
  return parsed.value as Body;
};

const tooLong = `must not be longer than ${bodyBytesMax.toString()} bytes`;

const noReceipt = (faults: readonly FieldError[]): Fault =>
  new Fault('NO_RECEIPT', `This receipt cannot be explained: ${textOf(faults)}.`);

const textOf = (faults: readonly FieldError[]): string =>
  faults.map(({ pointer, message }) => `${pointer || 'it'} ${message}`).join('; ');

/** Throws a Fault where there is no result. */
const explain = async (loyalty: Loyalty, body: Body): Promise<Explanation> => {
  try {
    return await loyalty.explainTransaction({ body });
  } catch (error) {
    if (isProblem(error, 'VALIDATION_ERROR')) throw noReceipt(error.context.errors);
    const { code, reason } = failedCall(error);
    throw new Fault(code ?? 'NOT_EXPLAINED', `The API did not explain the receipt (${reason}).`);
  }
};

const sayExplained = (task: CommandContext, explained: Explanation): void => {
  const { localTime, timeZone, memberKnown, pointsAwarded, campaigns, warnings = [] } = explained;
  const member = memberKnown ? 'a known member' : 'an unknown member';
  task.say(`${localTime} ${timeZone ?? 'UTC'}, for ${member}: ${pointsAwarded.toString()} points.`);
  if (campaigns.length === 0) task.say('No campaign is active.');
  else
    for (const line of tableLines(['points', 'state', 'campaign', 'why'], campaigns.map(rowOf)))
      task.say(line);
  for (const { pointer, message } of warnings) task.say(`${pointer}: ${message}`);
};

const rowOf = (campaign: Schemas['ExplainedCampaign']): string[] => [
  campaign.pointsEarned.toString(),
  campaign.state,
  // Whatever a name has, it stays on its line.
  campaign.campaignName.replaceAll(/\p{Cc}/gu, ' '),
  whyOf(campaign),
];

const whyOf = (campaign: Schemas['ExplainedCampaign']): string => {
  const { reason, rewards, failed = [] } = campaign;
  const parts = [
    reason ?? 'fired',
    ...(rewards.length === 0 ? [] : [`rewards: ${rewards.length.toString()}`]),
    ...cutTexts(campaign),
    ...limitTexts(campaign),
    ...lineTexts(campaign),
  ];
  const why = parts.join(', ');
  return failed.length === 0 ? why : `${why}: ${failed.map(failedText).join('; ')}`;
};

const cutTexts = ({
  multiplier,
  reducedBy,
  pointsBeforeCuts,
  by,
}: Schemas['ExplainedCampaign']): readonly string[] => {
  const before = pointsBeforeCuts === undefined ? [] : [`instead of ${pointsBeforeCuts.toString()} points`];
  return [
    ...(multiplier === undefined ? [] : [`multiplied by ${multiplier.toString()}`]),
    ...(reducedBy === undefined
      ? before
      : [`reduced by ${reducedBy} from ${(pointsBeforeCuts ?? 0).toString()}`]),
    ...(by === undefined ? [] : [`in favour of ${by ?? 'a draft'}`]),
  ];
};

const limitTexts = ({ limits = [] }: Schemas['ExplainedCampaign']): readonly string[] =>
  limits.map(
    ({ per, period, of, max, left }) =>
      `${left.toString()} left of ${max.toString()} ${of} ${per === 'CAMPAIGN' ? 'of all members' : `per ${period}`}`,
  );

/** More places than these are a number: a basket may have 500. */
const placesMax = 10;

const lineTexts = ({ earns }: Schemas['ExplainedCampaign']): readonly string[] => {
  if (earns === undefined) return [];
  const { lines, quantity, spendCents } = earns;
  if (lines.length === 0) return ['no line earns'];
  const more = lines.length - placesMax;
  const places = lines.slice(0, placesMax).join(' ') + (more > 0 ? ` and ${more.toString()} more` : '');
  return [`on lines ${places}: ${quantity.toString()} units, ${spendCents.toString()} cents`];
};

const failedText = ({ lines, field, op, value, found }: Schemas['FailedCondition']): string =>
  `${lines === undefined ? '' : `of lines ${JSON.stringify(lines)} `}${field} ${op} ${JSON.stringify(value)}, found ${found === null ? 'nothing' : JSON.stringify(found)}`;
