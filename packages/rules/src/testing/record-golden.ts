import type { Account, EarningRule } from '../model.ts';
import { account } from './builders.ts';
import { pick, seededDice, someOf, type Dice } from './dice.ts';
import { goldenOutput, type GoldenInput } from './golden.ts';
import { live, type Turn } from './live.ts';
import { makeProgramme, segmentIds } from './make-programme.ts';
import { ruleTypes } from './make-rule.ts';
import { makeSteps, memberRefs } from './make-steps.ts';

/** The decisions of so many lives as lines of JSON, each `{input, output}`; the same for the same seed. */
export const recordGolden = (seed: number, lives: number): readonly string[] => {
  const dice = seededDice(seed);
  return Array.from({ length: lives }, (_, life) => inputsOfLife(dice, life))
    .flat()
    .map((input) => JSON.stringify({ input, output: goldenOutput(input) }));
};

/** Each life is about two types of rules, so that the same campaign fires again and again; all have their turn. */
const typesOfLife = (life: number): readonly EarningRule['type'][] =>
  [life, life * 3 + 1].map((place) => ruleTypes[place % ruleTypes.length] ?? 'FIXED_POINTS');

const eventTypes: readonly EarningRule['type'][] = [
  'SIGNUP_BONUS',
  'ON_DEMAND',
  'REFERRAL_BONUS',
  'EVENT_TRIGGER',
];

const inputsOfLife = (dice: Dice, life: number): readonly GoldenInput[] => {
  const types = typesOfLife(life);
  const programme = makeProgramme(dice, 3, types);
  const steps = makeSteps(dice, [7, 10], types.some((type) => eventTypes.includes(type)) ? 75 : 10);
  const segments = new Map(memberRefs.map((memberRef) => [memberRef, someOf(dice, segmentIds)]));
  const { turns } = live(programme, steps, (memberRef) => segments.get(memberRef) ?? []);
  const credits = turns.filter(({ subject }) => subject.kind === 'credit');
  return [
    ...turns.map((turn) => inputOf(turn)),
    odd(inputOf(pick(dice, turns)), pick(dice, oddAccounts)),
    ...credits.flatMap((turn) => oddAccounts.map((becomes) => odd(inputOf(turn), becomes))),
    simulated(inputOf(pick(dice, turns))),
  ];
};

type OddAccount = (known: Account) => Account | null;

/** Accounts that seldom come about. */
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
    given.subject.kind === 'purchase' ? { ...circumstances, operation: 'simulate' } : circumstances,
});
