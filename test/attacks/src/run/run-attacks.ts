import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import {
  inheritedEnvironment,
  type OwnStack,
  printLine,
  startLoyaltyctl,
  type Verdicts,
} from '@loyalty/stack';
import { createDatabase } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { SpanReceiver } from '@loyalty/testkit/servers';
import { type Options, sizesOf } from '../options.ts';
import { Victim } from '../victim/victim.ts';
import type { AttackFigures } from './figures.ts';
import { tableOf } from './lines.ts';
import { type Listed, runAttack, untilCalm } from './run-attack.ts';

/** A little more than the connections that the callers of one blow use at once. */
const connections = 256;
/** A bulk call waits 30 s for an engine. */
const patienceMs = 35_000;

/** Runs these attacks one after the other, prints a table, writes all figures, and judges the stored data at the end. */
export const runAttacks = async (
  stack: OwnStack,
  options: Options,
  {
    attacks,
    collector,
    verdicts,
  }: {
    readonly attacks: readonly Listed[];
    readonly collector: SpanReceiver;
    readonly verdicts: Verdicts;
  },
): Promise<void> => {
  const { baseUrl, databaseUrl: url } = stack.now();
  const db = createDatabase({ url, applicationName: 'attacks', poolMax: 4, logger: silentLogger });
  const times = { headersTimeout: patienceMs, bodyTimeout: patienceMs };
  const pool = new Pool(new URL(baseUrl).origin, Object.assign({ connections }, times));
  const victim = await Victim.open(stack.localJsonPath);
  const shared = { stack, db, pool, victim, options, collector };
  const parts = Object.assign(shared, { sizes: sizesOf(options), victimOrigin: victim.origin });
  const all: AttackFigures[] = [];
  try {
    await untilCalm(victim);
    for (const attack of attacks) all.push(...(await runAttack(parts, attack)));
  } finally {
    await victim.close();
    await pool.destroy();
    await db.close();
    const found = await check(stack);
    report(stack, all);
    judge(all, found, verdicts);
  }
};

/** Returns what `loyaltyctl check` found; null: nothing. */
const check = async (stack: OwnStack): Promise<string | null> => {
  const env = Object.assign({}, inheritedEnvironment(), { LOYALTY_LOCAL_JSON: stack.localJsonPath });
  const { code, stdout, stderr } = await startLoyaltyctl({ root: stack.now().root, env }, ['check']).ended;
  return code === 0 ? null : `${stdout}${stderr}`.slice(0, 2_000);
};

const report = (stack: OwnStack, all: readonly AttackFigures[]): void => {
  printLine(`\n${tableOf(all)}\n`);
  const path = join(stack.home, 'figures.json');
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
  printLine(`All figures: ${path}`);
};

const judge = (all: readonly AttackFigures[], found: string | null, verdicts: Verdicts): void => {
  for (const { name, limits, broken } of all)
    verdicts.judge(`${name}, ${limits} limits`, broken.length === 0, broken.join('; '));
  verdicts.judge('`loyaltyctl check` finds nothing', found === null, found ?? '');
};
