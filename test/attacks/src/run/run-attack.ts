import { printLine } from '@loyalty/stack';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../../load/src/monotonic-ms.ts';
import type { Attack, PreparedAttack } from '../attack.ts';
import type { Limits } from '../attacker/limits.ts';
import { openGround, setItemLimit, type Ground, type GroundParts } from '../attacker/ground.ts';
import type { Options } from '../options.ts';
import type { Victim } from '../victim/victim.ts';
import type { AttackFigures, BlowFigures } from './figures.ts';
import { judgeBlows, victimFaults } from './judge.ts';
import { lineOf } from './lines.ts';
import { strikeOnce } from './strike-once.ts';

/** An attack and where it belongs. */
export interface Listed {
  readonly family: string;
  readonly attack: Attack;
}

/** The parts that all attacks of a run share. */
export interface RunParts extends GroundParts {
  readonly victim: Victim;
  readonly options: Options;
}

/** Prepares an attack, strikes with each kind of limits, and undoes it. What it could not do counts as a broken promise. */
export const runAttack = async (parts: RunParts, listed: Listed): Promise<AttackFigures[]> => {
  const { attack } = listed;
  const prepared = await prepare(parts, listed).catch((failure: unknown) => String(failure));
  if (typeof prepared === 'string')
    return [notRun(listed, 'default', `it could not be prepared: ${prepared}`)];
  const all: AttackFigures[] = [];
  for (const limits of limitsOf(attack, parts.options))
    all.push(
      await strikeWith(prepared, limits).catch((failure: unknown) => notRun(listed, limits, String(failure))),
    );
  await prepared.undo().catch((failure: unknown) => {
    printLine(`  ${attack.name} could not be undone: ${String(failure)}`);
  });
  return all;
};

interface Prepared extends PreparedAttack {
  readonly parts: RunParts;
  readonly listed: Listed;
  readonly ground: Ground;
}

const prepare = async (parts: RunParts, listed: Listed): Promise<Prepared> => {
  const ground = await openGround(parts, listed.attack.name);
  return Object.assign({ parts, listed, ground }, await listed.attack.prepare(ground));
};

const strikeWith = async (prepared: Prepared, limits: Limits): Promise<AttackFigures> => {
  const { ground, listed, parts } = prepared;
  const { victim, options } = parts;
  const { attack, family } = listed;
  await setItemLimit(ground, limits);
  await untilCalm(victim);
  const blows: BlowFigures[] = [];
  const scene = { ground, prepared, victim, limits, seconds: attack.seconds ?? options.seconds };
  for (let n = 0; n < options.repeat; n += 1) blows.push(await strikeOnce(scene));
  const { broken, unjudged } = judgeBlows(blows, attack);
  return shown({ name: attack.name, family, limits, blows, broken, unjudged });
};

const textMax = 500;

const notRun = ({ attack: { name }, family }: Listed, limits: Limits, text: string): AttackFigures =>
  shown({ name, family, limits, blows: [], broken: [text.slice(0, textMax)], unjudged: [] });

const shown = (figures: AttackFigures): AttackFigures => {
  printLine(lineOf(figures));
  return figures;
};

const limitsOf = ({ isLimited = true }: Attack, { limits }: Options): readonly Limits[] =>
  isLimited ? limits : limits.slice(-1);

const calmMs = 3_000;
const triesMax = 5;

/** Waits until the victim has been served as promised for three seconds, so that no attack is blamed for the one before it. */
export const untilCalm = async (victim: Victim): Promise<void> => {
  let faults: readonly string[] = [];
  for (let tries = 0; tries < triesMax; tries += 1) {
    const nowMs = monotonicMs();
    faults = victimFaults('before', await victim.report(nowMs - calmMs, nowMs));
    if (faults.length === 0) return;
    await pause(calmMs);
  }
  printLine(`  not calm before the attack: ${faults.slice(0, 3).join('; ')}`);
};
