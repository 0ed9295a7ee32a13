import { engineServices, followerServices } from '@loyalty/contracts';
import type { Verdicts } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { type SteadyTills } from '@loyalty/testkit/servers';
import type { Build } from './builds.ts';
import type { MixedStack } from './mixed-stack.ts';
import type { NarrowKeys } from './narrow-keys.ts';
import type { NewerRules } from './newer-rules.ts';
import type { ReceiptsAsPrinted } from './receipts-as-printed.ts';
import type { Returns } from './returns.ts';
import { differingRepeats, faultsOf, liveOnce } from './story.ts';

/** Two builds that run beside each other. */
export interface Pair {
  readonly older: Build;
  readonly newer: Build;
  /** True when the newer one is the next release of `next.patch`. */
  readonly hasNewerRules: boolean;
}

/** A pair on one stack, under load. */
export interface Run {
  readonly pair: Pair;
  readonly stack: MixedStack;
  readonly tills: SteadyTills;
  readonly verdicts: Verdicts;
  /** Null: both builds know the same rules. */
  readonly rules: NewerRules | null;
  readonly returns: Returns;
  readonly keys: NarrowKeys;
  readonly printed: ReceiptsAsPrinted;
}

/** Returns what is wrong. */
type Act = () => Promise<readonly string[]>;

const nothing: Act = () => Promise.resolve([]);
const ingress: readonly string[] = ['ingress'];
/** All services in the order of D102. */
const everything: readonly string[] = [...followerServices, ...engineServices, ...ingress];
const repeatsOfStep = 20;
const requestsAfterStep = 40;

/** Rolls the newer build out in the order of D102, takes it back one service after the other, and rolls it out again. */
export const rollOutAndBack = async (run: Run): Promise<void> => {
  const { older, newer } = run.pair;
  await step(run, `${older.name} runs alone`, nothing);
  await rollOut(run);
  await goBack(run);
  await step(run, 'everything is new again', () =>
    replace(run, newer, everything).then(async () => [
      ...(await run.returns.haveCome()),
      ...(await run.keys.areOpen()),
    ]),
  );
  if (run.rules === null) return;
  const late = await run.rules.areCaughtUp();
  const text = 'what older engines did not know, newer ones have decided by the newer rule';
  run.verdicts.judge(text, late.length === 0, late.join('; '));
};

const rollOut = async (run: Run): Promise<void> => {
  const { newer } = run.pair;
  const { whole } = actsOf(run);
  await step(run, 'the older build runs on the newer schema, over which its own deploy passes', async () => [
    ...(await deployOver(run)),
    ...(await run.keys.areRefused()),
  ]);
  await step(run, 'newer followers follow older engines', () =>
    replace(run, newer, followerServices).then(nothing),
  );
  await step(run, 'the older ingress asks newer engines', () =>
    replace(run, newer, engineServices).then(nothing),
  );
  await step(run, 'the newer build runs alone', () => replace(run, newer, ingress).then(whole));
};

/** First against the order, so that the newer ingress meets older engines. */
const goBack = async (run: Run): Promise<void> => {
  const { older } = run.pair;
  const { mixed, old } = actsOf(run);
  await step(run, 'the newer ingress asks engines of both builds', () =>
    beginEngines(run, older).then(mixed),
  );
  await step(run, 'the newer ingress asks older engines', () =>
    endOthers(run, older, engineServices).then(old),
  );
  await step(run, 'the older ingress is back', () =>
    replace(run, older, ingress).then(async () => [
      ...(await rulesAreUnknown(run)()),
      ...(await run.keys.areUnknown()),
      ...(await run.keys.areRefused()),
    ]),
  );
  await step(run, 'the older build is back, and deployed again', () =>
    replace(run, older, followerServices).then(() => deployOlder(run)),
  );
};

/** Acts behind a newer ingress: of a tenant with newer rules, of keys, and of what comes back, beside newer engines, both, and older ones. */
const actsOf = (run: Run): Readonly<Record<'whole' | 'mixed' | 'old', Act>> => {
  const { rules, returns, keys, printed } = run;
  return {
    whole: async () => [
      ...((await rules?.areAccepted()) ?? []),
      ...(await returns.areTaken()),
      ...(await keys.areMade()),
      ...(await printed.areTaken()),
    ],
    mixed: async () => [
      ...((await rules?.areRefused()) ?? []),
      ...((await rules?.areSharedOut()) ?? []),
      ...(await returns.areTaken()),
      ...(await printed.areRefusedWhereNew()),
    ],
    old: async () => [
      ...(await rulesAreUnknown(run)()),
      ...(await returns.wait()),
      ...(await keys.areOpen()),
      ...(await printed.areRefusedWhereNew()),
    ],
  };
};

const rulesAreUnknown =
  ({ rules }: Run): Act =>
  () =>
    rules?.areUnknown() ?? nothing();

/** Brings schema, topics and schema ids up to date under the older services, then deploys the older build once more. */
const deployOver = async (run: Run): Promise<readonly string[]> => {
  const { stack, pair } = run;
  const steps = await deploy(stack, pair.newer);
  const isPlanted = steps.length > 0 || !pair.hasNewerRules;
  return [...(isPlanted ? [] : ['the newer build has no newer step']), ...(await deployOlder(run))];
};

/** Deploys the older build on the newer schema, as a rollback with its chart does. */
const deployOlder = ({ stack, pair }: Run): Promise<readonly string[]> =>
  faultsOf(async () => {
    const steps = await deploy(stack, pair.older);
    if (steps.length > 0) throw new Error(`the older build ran ${steps.join(', ')}`);
  });

/** Returns the steps of the schema that were run. */
const deploy = async (stack: MixedStack, build: Build): Promise<readonly string[]> =>
  (
    JSON.parse(await stack.loyaltyctl(build, 'deploy', '--json')) as {
      readonly migrations: readonly string[];
    }
  ).migrations;

const replace = async ({ stack }: Run, build: Build, services: readonly string[]): Promise<void> => {
  for (const service of services) await stack.replace(build, service);
};

const beginEngines = async ({ stack }: Run, build: Build): Promise<void> => {
  for (const service of engineServices) await stack.begin(build, service);
};

const endOthers = async ({ stack }: Run, build: Build, services: readonly string[]): Promise<void> => {
  for (const service of services) await stack.endOthers(build, service);
};

/** Waits until tills have sent some more receipts, so that what the step has led to is asked as well. */
const serveOn = async (tills: SteadyTills): Promise<readonly string[]> => {
  const atMs = performance.now();
  const isServed = async () => (await tills.attemptsSince(atMs)).length >= requestsAfterStep;
  return faultsOf(() => eventually('tills send receipts', isServed, { everyMs: 250 }));
};

/** Takes a step under load; no request of a till may fail, and afterwards receipts of every step before are repeated. */
const step = async (run: Run, text: string, take: Act): Promise<void> => {
  const { stack, tills, verdicts } = run;
  const atMs = performance.now();
  const faults = [...(await take()), ...(await liveOnce(stack)), ...(await serveOn(tills))];
  if (!run.returns.areNew) faults.push(...(await run.returns.areTaken()));
  const others = await differingRepeats(stack, [...tills.receipts], repeatsOfStep);
  if (others.length > 0) faults.push(`repeats differ: ${others.slice(0, 3).join(', ')}`);
  const attempts = await tills.attemptsSince(atMs);
  const failures = attempts.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  const slowest = Math.max(0, ...attempts.map(({ tookMs }) => tookMs));
  const seen = `${attempts.length.toString()} requests, ${failures.length.toString()} failed, the slowest ${slowest.toFixed(0)} ms`;
  const holds = faults.length === 0 && failures.length === 0 && attempts.length > 0;
  verdicts.judge(text, holds, [seen, ...new Set(failures), ...faults].join('; '));
};
