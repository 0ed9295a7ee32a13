import { engineServices, followerServices } from '@loyalty/contracts';
import { printLine, type Verdicts } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { SteadyTills } from '@loyalty/testkit/servers';
import { buildOf, nextBuild, removeOthers, thisBuild } from './builds.ts';
import { judgeBytes } from './bytes.ts';
import { MixedStack } from './mixed-stack.ts';
import { NarrowKeys } from './narrow-keys.ts';
import { NewerRules } from './newer-rules.ts';
import { newestRelease, options, type MixedOptions, type PairName } from './options.ts';
import { Partner } from './partner.ts';
import { ReceiptsAsPrinted } from './receipts-as-printed.ts';
import { Returns } from './returns.ts';
import { rollOutAndBack, type Pair, type Run } from './steps.ts';
import { differingRepeats, evaluate, faultsOf, wrongBalances } from './story.ts';

const repeatsAtEnd = 200;

const about = `
Rolls out one build over another, back, and out again on one stack, under a steady load in which nothing may fail: first a release and
this checkout, then this checkout and a later release (this one with test/mixed/next.patch). Exit code 1: a promise was broken.`;

/** Builds run beside each other on one stack. */
export const drill = defineDrill({
  about,
  options,
  run: async (values, verdicts) => {
    const pairs = makePairs(values);
    removeOthers(pairs.flatMap(({ older, newer }) => [older, newer]));
    for (const pair of pairs) await runPair(pair, values, verdicts);
  },
});

const makePairs = ({ only, release }: MixedOptions): readonly Pair[] => {
  const now = thisBuild();
  const makers: Readonly<Record<PairName, () => Pair>> = {
    release: () => ({ older: buildOf(release ?? newestRelease()), newer: now, hasNewerRules: false }),
    next: () => ({ older: now, newer: nextBuild(), hasNewerRules: true }),
  };
  return only.map((name) => makers[name]());
};

const runPair = async (pair: Pair, { rate }: MixedOptions, verdicts: Verdicts): Promise<void> => {
  const { older, newer } = pair;
  printLine(`\n${older.name}, then ${newer.name}`);
  await judgeBytes(older, newer, verdicts);
  const stack = await MixedStack.start();
  const partner = new Partner();
  try {
    await stack.loyaltyctl(older, 'deploy');
    await stack.loyaltyctl(older, 'demo');
    for (const service of [...followerServices, ...engineServices, 'ingress'])
      await stack.replace(older, service);
    await partner.start(stack, older);
    const tills = new SteadyTills((receipt) => evaluate(stack, receipt), rate);
    const rules = pair.hasNewerRules ? new NewerRules(stack) : null;
    const returns = new Returns(stack, older);
    const keys = new NarrowKeys(stack, older, newer);
    const printed = new ReceiptsAsPrinted(stack, older);
    const run: Run = { pair, stack, tills, verdicts, rules, returns, keys, printed };
    await rollOutAndBack(run).finally(() => tills.stop());
    await judgeBooks(run, partner);
  } finally {
    await stack.stop();
    await partner.stop();
  }
};

/** Judges what is stored and was published against what callers got. */
const judgeBooks = async ({ pair, stack, tills, verdicts }: Run, partner: Partner): Promise<void> => {
  const { receipts, strange, unanswered } = tills;
  verdicts.judge('every receipt was evaluated at last', unanswered.length === 0, unanswered.join(', '));
  verdicts.judge('every refusal was a 503', strange.size === 0, [...strange].slice(0, 3).join('; '));
  const wrong = await wrongBalances(stack, receipts);
  const seen = `${receipts.length.toString()} receipts; wrong: ${wrong.slice(0, 3).join(', ')}`;
  verdicts.judge('nothing is lost or doubled', receipts.length > 0 && wrong.length === 0, seen);
  const others = await differingRepeats(stack, receipts, repeatsAtEnd);
  verdicts.judge('receipts of every step have the same bytes', others.length === 0, others.join(', '));
  await partner.judge(receipts, verdicts);
  const listed = await stack.loyaltyctl(pair.newer, 'dead-letters', 'list', '--json');
  const { total } = JSON.parse(listed) as { readonly total: number };
  verdicts.judge('nothing became a dead letter', total === 0, `${total.toString()} dead letters`);
  const check = await faultsOf(() => stack.loyaltyctl(pair.newer, 'check'));
  verdicts.judge('`loyaltyctl check` finds nothing', check.length === 0, check.join('; '));
};
