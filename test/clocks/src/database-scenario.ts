import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, type Api } from './api.ts';
import { redeemInTime } from './redeems.ts';
import type { Ground } from './ground.ts';
import type { ServiceName } from './services.ts';
import { wrongClock } from './wrong-clock.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Processes ask for the database's time every three seconds at most, and open its epoch first. */
const settlesMs = 20_000;
/** Due runs are looked for once a minute; twice that and some more. */
const lookedMs = 150_000;

/** The run of 01:00 UTC that is newest at a time. */
const newestRunMs = (atMs: number): number =>
  Math.floor((atMs - 60 * minuteMs) / dayMs) * dayMs + 60 * minuteMs;

interface Held {
  readonly balances: number;
  readonly expired: number;
  readonly issued: number;
}

/**
 * The database's clock a day wrong, then right again. Meanwhile nothing may end that is not due, members go on redeeming, and
 * what waits says so; afterwards every job goes on. Returns the broken promises.
 */
export const runDatabaseScenario = async (ground: Ground, offMs: number): Promise<readonly string[]> => {
  const { library, stack, services, shop } = ground;
  const api = createApi(`${services.baseUrl}/tenants/${shop.tenantId}`, shop.key);
  await untilJobsAreDone(ground);
  const dueMs = await giveWhatEndsSoon(api, ground);
  const before = await readHeld(ground);
  await stack.postgres.restart(wrongClock(library, offMs));
  await pause(settlesMs);
  const waiting = await Promise.all(hosts.map((host) => waits(ground, host)));
  const { faults: refused, executed } = await redeemInTime(services, shop);
  const byHand = await stack.run('expire-points');
  const jobs = await stack.run('jobs');
  const meanwhile = await readHeld(ground);
  await stack.postgres.restart();
  await pause(settlesMs);
  const faults = [
    ...refused,
    ...waiting.flat(),
    ...(byHand.code === 1 && byHand.stderr.includes('86400 s')
      ? []
      : [`expire-points by hand: ${byHand.code.toString()} ${byHand.stderr}`]),
    ...(jobs.code === 1 && jobs.stdout.includes('held back') ? [] : [`jobs says: ${jobs.stdout}`]),
    ...endedFaults(before, meanwhile, executed.length * redeemedPoints),
    ...(await goesOnFaults(ground)),
    ...(await undoFaults(ground, dueMs)),
  ];
  const check = await stack.run('check');
  return check.code === 0 ? faults : [...faults, `check: ${check.stdout}`];
};

/** The points that `redeemInTime` asks for. */
const redeemedPoints = 10;

/** Points that a run by a clock a day ahead would take, and a reward that would be past its time. Returns when they end. */
const giveWhatEndsSoon = async (api: Api, { shop, stack }: Ground): Promise<number> => {
  const nowMs = Date.now();
  const dueMs = nowMs + Math.min(30 * minuteMs, (newestRunMs(nowMs + dayMs) - nowMs) / 2);
  const rows = await stack.postgres.query<{ id: string }>(
    `SELECT m.id FROM members m JOIN environments e ON e.id = m.environment_id WHERE e.tenant_id = $1 AND m.external_ref = ANY ($2)`,
    [shop.tenantId, shop.memberRefs],
  );
  // More than a redeem takes, which spends first what ends first.
  const points = { points: 25, reason: 'Ends soon', expiresAt: new Date(dueMs).toISOString() };
  for (const { id } of rows) await required(api, `/members/${id}/ledger/adjust`, points);
  for (const memberRef of shop.memberRefs)
    await required(api, '/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef,
      amount: 100_000,
    });
  await until(
    'every reward has its code',
    async () => (await readHeld({ stack, shop })).issued >= rows.length,
  );
  return dueMs;
};

const required = async (api: Api, path: string, body: object): Promise<void> => {
  const { status, text } = await api.post(path, body);
  if (status >= 300) throw new Error(`${path}: ${status.toString()} ${text}`);
};

const readHeld = async ({ stack, shop }: Pick<Ground, 'stack' | 'shop'>): Promise<Held> => {
  const [held] = await stack.postgres.query<{ balances: string; expired: string; issued: string }>(
    `SELECT (SELECT sum(points_balance) FROM members WHERE environment_id = e.id) AS balances,
            (SELECT count(*) FROM ledger_entries WHERE environment_id = e.id AND type = 'EXPIRE') AS expired,
            (SELECT count(*) FROM rewards WHERE environment_id = e.id AND state = 'ISSUED') AS issued
       FROM environments e WHERE e.tenant_id = $1 AND e.mode = 'live'`,
    [shop.tenantId],
  );
  return {
    balances: Number(held?.balances),
    expired: Number(held?.expired),
    issued: Number(held?.issued),
  };
};

const endedFaults = (before: Held, meanwhile: Held, redeemed: number): readonly string[] => [
  ...(meanwhile.expired === before.expired
    ? []
    : [`${(meanwhile.expired - before.expired).toString()} lots expired before their time`]),
  ...(meanwhile.issued === before.issued
    ? []
    : [`${(before.issued - meanwhile.issued).toString()} rewards expired before their time`]),
  ...(meanwhile.balances === before.balances - redeemed
    ? []
    : [`balances are ${meanwhile.balances.toString()} of ${(before.balances - redeemed).toString()}`]),
];

const hosts: readonly { readonly service: ServiceName; readonly job: string }[] = [
  { service: 'tier-service', job: 'expire-points' },
  { service: 'fulfilment', job: 'expire-rewards' },
];

const gaugeOf = async ({ services }: Ground, { service, job }: (typeof hosts)[number]): Promise<number> => {
  const { adminPort } = services.of(service);
  const text = await (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();
  const [, value] =
    new RegExp(`^loyalty_job_waiting_for_clocks\\{job="${job}"[^}]*\\} (\\S+)`, 'm').exec(text) ?? [];
  return Number(value);
};

/** No reward is due while the clock is a day behind, so nobody waits for that job. */
const waits = async (ground: Ground, host: (typeof hosts)[number]): Promise<readonly string[]> => {
  const untilMs = performance.now() + lookedMs;
  while (performance.now() < untilMs) {
    if ((await gaugeOf(ground, host)) === 1) return [];
    if (host.job === 'expire-rewards' && !(await isAhead(ground))) return [];
    await pause(1_000);
  }
  return [`${host.job} does not say that it waits`];
};

const isAhead = async ({ stack }: Ground): Promise<boolean> => {
  const [row] = await stack.postgres.query<{ at: Date }>('SELECT now() AS at');
  return (row?.at.getTime() ?? 0) > Date.now();
};

const untilJobsAreDone = (ground: Ground): Promise<void> =>
  until('the nightly run is done', async () => {
    const rows = await ground.stack.postgres.query(
      `SELECT FROM jobs WHERE name = 'forget-days' AND finished_at IS NOT NULL`,
    );
    return rows.length > 0;
  });

/** No job stands at an instant that is still to come, and none waits any more. */
const goesOnFaults = async (ground: Ground): Promise<readonly string[]> => {
  const early = async () =>
    (
      await ground.stack.postgres.query<{ name: string }>(
        `SELECT DISTINCT name FROM jobs WHERE at > now() + interval '2 minutes' OR finished_at IS NULL`,
      )
    ).map(({ name }) => name);
  const untilMs = performance.now() + lookedMs;
  for (;;) {
    const stuck = await early();
    const waiting = await Promise.all(hosts.map((host) => gaugeOf(ground, host)));
    if (stuck.length === 0 && waiting.every((value) => value === 0)) return [];
    if (performance.now() > untilMs)
      return [
        `do not go on: ${[...stuck, ...hosts.filter((_, at) => waiting[at] !== 0).map(({ job }) => job)].join(', ')}`,
      ];
    await pause(1_000);
  }
};

/** A run that an operator names wrongly takes them all, and is undone, twice. */
const undoFaults = async ({ stack, shop }: Ground, dueMs: number): Promise<readonly string[]> => {
  const run = new Date(dueMs + 1).toISOString();
  const whose = ['--tenant', shop.tenantId, '--mode', 'live', '--yes'];
  const before = await readHeld({ stack, shop });
  await stack.loyaltyctl('expire-points', '--at', run, ...whose);
  const taken = before.balances - (await readHeld({ stack, shop })).balances;
  const first = await stack.loyaltyctl<{ points: number }>('expire-points', '--undo', run, ...whose);
  const second = await stack.loyaltyctl<{ points: number }>('expire-points', '--undo', run, ...whose);
  const after = await readHeld({ stack, shop });
  const isRight = taken > 0 && first.points === taken && second.points === 0;
  return isRight && after.balances === before.balances
    ? []
    : [
        `an undo gives back ${first.points.toString()} and ${second.points.toString()} of ${taken.toString()}; balances ${after.balances.toString()} of ${before.balances.toString()}`,
      ];
};

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const untilMs = performance.now() + lookedMs;
  while (!(await holds())) {
    if (performance.now() > untilMs) throw new Error(`in vain: ${what}`);
    await pause(500);
  }
};
