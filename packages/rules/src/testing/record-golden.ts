import type { EarningRule } from '../campaigns/campaign.ts';
import type { Account } from '../member.ts';
import { account } from './builders.ts';
import { type Dice, pick, seededDice, someOf } from './dice.ts';
import type { GoldenLife } from './golden-lives.ts';
import { type GoldenInput, goldenOutput } from './golden.ts';
import { live, type Turn } from './live.ts';
import { withAttributes, withConditions } from './make-conditions.ts';
import { withLineAmounts, withLines } from './make-lines.ts';
import { withCampaignLimits, withDays, withLimits } from './make-limits.ts';
import { makeConfiguration, type TestConfiguration } from './make-configuration.ts';
import { withMembers, withReturns } from './make-members.ts';
import { withCaps, withGroups, withMultipliers } from './make-stacking.ts';
import { makeSteps, memberRefs, type Step } from './make-steps.ts';
import { inputOfRecorded, type RecordedInput, recordedInputOf } from './recorded-input.ts';

/** A line of `golden/decisions.ndjson`: everything on which a decision depends, and all its results. */
export interface GoldenLine {
  /** The seed of its life; the first 592 lines have none. */
  readonly life?: number;
  readonly input: RecordedInput;
  readonly output: object;
}

/**
 * Returns the lines of the new file: every recorded input decided again, in its place, then the lives that
 * are not recorded yet.
 */
export const recordGolden = (
  recorded: readonly GoldenLine[],
  lives: readonly GoldenLife[],
): readonly GoldenLine[] => {
  const known = new Set(recorded.map(({ life }) => life));
  return [
    ...recorded.map((line) => ({ ...line, output: goldenOutput(inputOfRecorded(line.input)) })),
    ...lives.filter(({ seed }) => !known.has(seed)).flatMap(linesOfLife),
  ];
};

const linesOfLife = (life: GoldenLife): readonly GoldenLine[] =>
  inputsOfLife(seededDice(life.seed), life).map((input) => ({
    life: life.seed,
    input: recordedInputOf(input),
    output: goldenOutput(input),
  }));

const eventTypes: readonly EarningRule['type'][] = [
  'SIGNUP_BONUS',
  'ON_DEMAND',
  'REFERRAL_BONUS',
  'EVENT_TRIGGER',
];

const inputsOfLife = (dice: Dice, life: GoldenLife): readonly GoldenInput[] => {
  const { configuration, steps } = drawnLife(dice, life);
  const segments = new Map(
    memberRefs.map((memberRef) => [memberRef, someOf(dice, configuration.segmentIds)]),
  );
  const { turns } = live(configuration, steps, (memberRef) => segments.get(memberRef) ?? []);
  const credits = turns.filter(({ subject }) => subject.kind === 'credit');
  return [
    ...turns.map((turn) => inputOf(turn)),
    odd(inputOf(pick(dice, turns)), pick(dice, oddAccounts)),
    ...credits.flatMap((turn) => oddAccounts.map((becomes) => odd(inputOf(turn), becomes))),
    simulated(inputOf(pick(dice, turns))),
  ];
};

/** The draws must stay in this order, so that a life draws the same for ever. */
const drawnLife = (
  dice: Dice,
  life: GoldenLife,
): { readonly configuration: TestConfiguration; readonly steps: readonly Step[] } => {
  const { types } = life;
  const configuration = makeConfiguration(dice, 3, types);
  const steps = makeSteps(dice, [7, 10], types.some((type) => eventTypes.includes(type)) ? 75 : 10);
  if (life.hasConditions === true)
    return { configuration: withConditions(dice, configuration), steps: withAttributes(dice, steps) };
  if (life.asksMembers === true)
    return { configuration: withMembers(dice, configuration), steps: withReturns(dice, steps) };
  if (life.hasLines === true)
    return { configuration: withLines(dice, configuration), steps: withLineAmounts(dice, steps) };
  if (life.hasCampaignLimits === true)
    return {
      configuration: withCampaignLimits(dice, withLimits(dice, configuration)),
      steps: withDays(dice, steps),
    };
  if (life.hasLimits === true)
    return { configuration: withLimits(dice, configuration), steps: withDays(dice, steps) };
  if (life.hasMultipliers === true) return { configuration: withMultipliers(dice, configuration), steps };
  if (life.hasGroups === true) return { configuration: withGroups(dice, configuration), steps };
  if (life.hasCaps === true)
    return { configuration: withCaps(dice, configuration), steps: withDays(dice, steps) };
  return { configuration, steps };
};

type OddAccount = (known: Account) => Account | null;

/** Accounts that seldom occur. */
const oddAccounts: readonly OddAccount[] = [
  (known) => ({ ...known, state: 'suspended' }),
  (known) => ({ ...known, state: 'anonymized' }),
  (known) => ({ ...known, pointsBalance: Number.MAX_SAFE_INTEGER - 1 }),
  (known) => ({ ...known, lifetimePoints: Number.MAX_SAFE_INTEGER - 1 }),
  (known) => ({ ...known, lifetimePoints: known.lifetimePoints + 1_000 }),
  () => null,
];

const inputOf = ({ circumstances, subject, budgets }: Turn): GoldenInput => ({
  circumstances,
  subject,
  budgets,
});

const odd = ({ circumstances, ...given }: GoldenInput, becomes: OddAccount): GoldenInput => ({
  ...given,
  circumstances: { ...circumstances, account: becomes(circumstances.account ?? account()) },
});

const simulated = ({ circumstances, ...given }: GoldenInput): GoldenInput => ({
  ...given,
  circumstances:
    given.subject.kind === 'receipt' ? { ...circumstances, operation: 'simulate' } : circumstances,
});
