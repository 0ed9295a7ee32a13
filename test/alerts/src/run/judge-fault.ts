import { setTimeout as pause } from 'node:timers/promises';
import { printLine, type Verdicts } from '@loyalty/stack';
import type { Fault, Undo } from '../faults/fault.ts';
import type { Ground } from '../faults/ground.ts';
import type { AlertWatch, Episode } from '../prometheus/alert-watch.ts';

const firesWithinMs = 120_000;
/** A service starts, then comes a scrape and an evaluation. */
const endsWithinMs = 120_000;
/** Two scrapes and evaluations: what the end itself raises shows by then, and the next fault finds nothing of this one. */
const settleMs = 30_000;

/** Plants a fault, and judges what Prometheus says of it. */
export const judgeFault = async (
  ground: Ground,
  fault: Fault,
  { watchSeconds, verdicts }: { readonly watchSeconds: number; readonly verdicts: Verdicts },
): Promise<void> => {
  printLine(`${fault.name}: ${fault.does}`);
  const { watch, load } = ground;
  const beganMs = performance.now();
  const wasFiring = watch.isFiring(fault.alert);
  const undo = await plantOrFail(ground, fault, verdicts);
  if (undo === null) return;
  const plantedMs = performance.now();
  const firedMs = await until(() => watch.isFiring(fault.alert), firesWithinMs);
  await pause(Math.max(0, plantedMs + watchSeconds * 1_000 - performance.now()));
  const endedMs = performance.now();
  await undo();
  verdicts.judge(
    `${fault.alert} fires within two minutes`,
    firedMs !== null && !wasFiring,
    wasFiring ? 'it fired before' : secondsOf(firedMs),
  );
  await judgeEnd(watch, fault, verdicts);
  await pause(settleMs);
  judgeOthers(fault, watch.begunSince(beganMs), verdicts);
  printLine(`      it lasted ${((endedMs - plantedMs) / 1_000).toFixed(0)} s; ${load.figures()}`);
};

/** A fault that cannot be planted is a failure, and the others go on. */
const plantOrFail = (ground: Ground, fault: Fault, verdicts: Verdicts): Promise<Undo | null> =>
  fault.plant(ground).catch((failure: unknown) => {
    verdicts.judge('it can be planted', false, String(failure));
    return null;
  });

const judgeEnd = async (
  watch: AlertWatch,
  { alert, lingersMinutes }: Fault,
  verdicts: Verdicts,
): Promise<void> => {
  if (lingersMinutes > 0) {
    printLine(`      it looks back, so it goes on for ${lingersMinutes.toString()} minutes`);
    return;
  }
  const goneMs = await until(() => !watch.isFiring(alert), endsWithinMs);
  verdicts.judge('it ends with the fault', goneMs !== null, secondsOf(goneMs));
};

const judgeOthers = (fault: Fault, begun: readonly Episode[], verdicts: Verdicts): void => {
  const others = begun.filter(({ name }) => name !== fault.alert);
  const pages = others.filter(({ severity }) => severity === 'page');
  const isHarm = ({ name }: Episode): boolean => fault.harms.some((stem) => name.startsWith(`${stem}Burn`));
  const strange = pages.filter((page) => !isHarm(page));
  verdicts.judge('no page on another cause', strange.length === 0, namesOf(strange));
  const harms = namesOf(pages.filter(isHarm));
  if (harms !== '') printLine(`      what callers feel: ${harms}`);
  const tickets = namesOf(others.filter(({ severity }) => severity !== 'page'));
  if (tickets !== '') printLine(`      tickets: ${tickets}`);
};

const namesOf = (episodes: readonly Episode[]): string =>
  [...new Set(episodes.map(({ name }) => name))].join(', ');

/** Returns how long it took; null: it took longer. */
const until = async (holds: () => boolean, withinMs: number): Promise<number | null> => {
  const beganMs = performance.now();
  while (!holds()) {
    if (performance.now() > beganMs + withinMs) return null;
    await pause(250);
  }
  return performance.now() - beganMs;
};

const secondsOf = (ms: number | null): string => (ms === null ? 'not seen' : `${(ms / 1_000).toFixed(0)} s`);
