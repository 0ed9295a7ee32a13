import { engineServices, followerServices } from '@loyalty/contracts';
import { say, Verdicts } from '@loyalty/stack';
import { SteadyTills } from '@loyalty/testkit';
import { buildOf, nextBuild, removeOthers, thisBuild } from './builds.ts';
import { judgeBytes } from './bytes.ts';
import { MixedStack } from './mixed-stack.ts';
import { NewerRules } from './newer-rules.ts';
import { helpText, readOptions, type MixedOptions, type PairName } from './options.ts';
import { Partner } from './partner.ts';
import { rollOutAndBack, type Pair, type Run } from './steps.ts';
import { differingRepeats, evaluate, faultsOf, wrongBalances } from './story.ts';

const repeatsAtEnd = 200;

/** `npm run test:mixed`: builds run beside each other on one stack; exit code 1 when a promise was broken. */
const main = async (options: MixedOptions): Promise<void> => {
  const verdicts = new Verdicts();
  try {
    const pairs = makePairs(options);
    removeOthers(pairs.flatMap(({ older, newer }) => [older, newer]));
    for (const pair of pairs) await runPair(pair, options, verdicts);
  } catch (failure) {
    const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
    verdicts.judge('the test came to its end', false, text);
  }
  verdicts.close();
};

const makePairs = ({ pairs, release }: MixedOptions): readonly Pair[] => {
  const now = thisBuild();
  const makers: Readonly<Record<PairName, () => Pair>> = {
    release: () => ({ older: buildOf(release), newer: now, hasNewerRules: false }),
    next: () => ({ older: now, newer: nextBuild(), hasNewerRules: true }),
  };
  return pairs.map((name) => makers[name]());
};

const runPair = async (pair: Pair, { perSecond }: MixedOptions, verdicts: Verdicts): Promise<void> => {
  const { older, newer } = pair;
  say(`\n${older.name}, then ${newer.name}`);
  await judgeBytes(older, newer, verdicts);
  const stack = await MixedStack.start();
  const partner = new Partner();
  try {
    await stack.loyaltyctl(older, 'deploy');
    await stack.loyaltyctl(older, 'demo');
    for (const service of [...followerServices, ...engineServices, 'ingress'])
      await stack.replace(older, service);
    await partner.start(stack, older);
    const tills = new SteadyTills((receipt) => evaluate(stack, receipt), perSecond);
    const rules = pair.hasNewerRules ? new NewerRules(stack) : null;
    const run: Run = { pair, stack, tills, verdicts, rules };
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

const options = readOptions(process.argv.slice(2));
if (options === null) say(helpText);
else await main(options);
