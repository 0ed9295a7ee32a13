import { Verdicts } from '@loyalty/stack';
import { withDatabase } from '@loyalty/testkit/database';
import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside } from './beside.ts';
import { startExpiry } from './expiry-process.ts';
import { fundCrowd } from './fund-crowd.ts';
import { fundExpiring } from './fund-expiring.ts';
import { enrolMany, untilFilled } from './named-members.ts';
import { warmUp } from './warm-up.ts';

/** Members with lots that have expired, and members with names: so many take minutes, not hours. */
const specialMax = 300_000;
const spread = { members: 10_000, memberPrefix: 'till-' };
const ratePerSecond = 200;
/** On a busy machine a response may come too late now and then. */
const failuresMax = 100;
const promisedP99Ms = 300;
const needles = ['card-1999', 'pieter-77', 'gmail.com', 'qqqqqqqq', 'zw'] as const;

/** Measures evaluates of one tenant while another one, of `--members` members, has something done to all of them. */
export const measureNeighbour = async (run: BenchRun): Promise<void> => {
  const { members } = run.options;
  run.say(`A neighbour of a tenant of ${members.toLocaleString('en-US')} members`);
  const crowd = await openOurTenant(run.stack, []);
  await fund(run, crowd, members);
  await warmUp(run, [run.contenders[0]], { bodies: 'evaluate', spread });
  const works = await prepareWorks(run, crowd);
  const verdicts = new Verdicts();
  await measureBeside(run, verdicts, { what: 'nothing', work: untilOver });
  for (const work of works) await measureBeside(run, verdicts, work);
  await measureBeside(run, verdicts, { what: 'nothing more', work: untilOver });
  verdicts.close();
};

const fund = (run: BenchRun, { environmentId }: Contender, members: number): Promise<void> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    const special = Math.min(specialMax, members);
    await enrolMany(db, environmentId, special);
    await fundExpiring(db, { environmentId, members: special, expired: 'aMinuteAgo' });
    await fundCrowd(db, {
      environmentId,
      members,
      say: (text) => {
        run.say(text);
      },
    });
    await untilFilled(run, db, { environmentId, members: special });
  });

/** Something that is done to all members of the crowd, again and again until the signal, or once. */
interface CrowdWork {
  readonly what: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

const untilOver = async (): Promise<void> => {
  // The measurement itself takes the time.
};

const measureBeside = async (run: BenchRun, verdicts: Verdicts, { what, work }: CrowdWork): Promise<void> => {
  const over = new AbortController();
  const working = work(over.signal);
  const load = { bodies: 'evaluate', ratePerSecond, spread, failuresMax } as const;
  const { p50Ms, p99Ms, failures } = await loadBeside(run, load).finally(() => {
    over.abort();
  });
  await working;
  const title = `neighbour at ${ratePerSecond.toString()}/s beside ${what}`;
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  const seen = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${failures.toString()} failed`;
  verdicts.judge(
    `beside ${what}: p99 of ${promisedP99Ms.toString()} ms at most`,
    p99Ms <= promisedP99Ms,
    seen,
  );
};

const rules = {
  operator: 'AND',
  conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 980 }],
};

/** The works in the order in which they are measured: a run over all members goes on behind the one that requested it. */
const prepareWorks = async (run: BenchRun, crowd: Contender): Promise<CrowdWork[]> => {
  const segment = await askOurs<{ id: string }>(crowd, 'POST /segments', {
    name: 'Many',
    type: 'DYNAMIC',
    rules,
  });
  const tier = await askOurs<{ id: string }>(crowd, 'POST /tiers', {
    name: 'Silver',
    minLifetimePoints: 1_000_000,
  });
  let asked = 0;
  const nextNeedle = (): string => needles[asked++ % needles.length] ?? '';
  return [
    {
      what: 'searches',
      work: repeated(() => ask(crowd, { method: 'GET', path: `/members?search=${nextNeedle()}` })),
    },
    {
      what: 'previews',
      work: repeated(() => ask(crowd, { method: 'POST', path: '/segments/preview', body: { rules } })),
    },
    {
      what: 'refreshes',
      work: repeated(() => ask(crowd, { method: 'POST', path: `/segments/${segment.id}/refresh` })),
    },
    { what: 'expiry', work: (signal) => expire(run, crowd, signal) },
    {
      what: 'a changed tier',
      work: () =>
        ask(crowd, { method: 'PATCH', path: `/tiers/${tier.id}`, body: { minLifetimePoints: 100 } }),
    },
    {
      what: 'a deleted tier',
      work: () => ask(crowd, { method: 'DELETE', path: `/tiers/${tier.id}?force=true` }),
    },
  ];
};

const repeated =
  (call: () => Promise<void>) =>
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) await call();
  };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Calls an operation. A refusal for lack of time is a result, too: what it cost the neighbour counts. */
const ask = async ({ urls, key }: Contender, { method, path, body }: Call): Promise<void> => {
  const answer = await fetch(urls.evaluate.replace('/transactions/evaluate', path), {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok && ![429, 503].includes(answer.status))
    throw new Error(`${method} ${path} was answered ${answer.status.toString()}: ${text}`);
};

/** Runs loyaltyctl's expiry, and once more whenever it ends, as where another run leads. */
const expire = async (run: BenchRun, crowd: Contender, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const expiry = startExpiry(run, crowd);
    const stop = (): void => {
      expiry.stop();
    };
    signal.addEventListener('abort', stop, { once: true });
    await expiry.ended.catch(() => undefined);
    signal.removeEventListener('abort', stop);
  }
};
