import { medianOf } from '../../../fault/src/median.ts';
import type { AttackHead } from '../attack.ts';
import { measures, type Measure, type VictimReport } from '../victim/report.ts';
import type { BlowFigures, Judgement } from './figures.ts';

/** The longest that one in a hundred of the victim's waits may take. */
const p99MsMax: Readonly<Record<Measure, number>> = {
  evaluate: 1_000,
  redeem: 1_000,
  webhook: 2_000,
  code: 3_000,
  membership: 3_000,
};

/** The median of the p99 of three blows or more. */
const medianMsMax = 300;
const medianBlows = 3;
const timed: readonly Measure[] = ['evaluate', 'redeem'];

/** The responses that are right for an attacker, besides 2xx, 429 and 503. */
type Allowed = Pick<AttackHead, 'mayBreak' | 'mayGet'>;

/** Judges the blows of one attack. */
export const judgeBlows = (blows: readonly BlowFigures[], allowed: Allowed): Judgement => {
  const unjudged = [...new Set(blows.flatMap(({ before }) => slowMeasures(before).map(unjudgedText)))];
  const broken = blows.flatMap((blow) => [
    ...(blow.failure === null ? [] : [`the attack was not carried out: ${blow.failure}`]),
    ...victimFaults('during', blow.during, slowMeasures(blow.before)),
    ...victimFaults('ten seconds after', blow.after, slowMeasures(blow.before)),
    ...attackerFaults(blow, allowed),
  ]);
  return {
    broken: [...new Set([...broken, ...(unjudged.length === 0 ? medianFaults(blows) : [])])],
    unjudged,
  };
};

const unjudgedText = (measure: Measure): string => `${measure} was too slow before the attack`;

const slowMeasures = ({ times }: VictimReport): readonly Measure[] =>
  measures.filter((measure) => times[measure].p99Ms > p99MsMax[measure]);

/** Returns what was wrong with the victim in some time; the times of `unjudged` measures are not judged. */
export const victimFaults = (
  when: string,
  { times, unready }: VictimReport,
  unjudged: readonly Measure[] = [],
): string[] => [
  ...measures.flatMap((measure) => {
    const { count, failures, p99Ms } = times[measure];
    const failed = Object.entries(failures).map(([what, often]) => `${what} ${often.toString()} times`);
    const bound = p99MsMax[measure];
    const isLate = p99Ms > bound && !unjudged.includes(measure);
    return [
      ...(failed.length === 0 ? [] : [`${when}: ${measure} of the victim: ${failed.join(', ')}`]),
      ...(isLate ? [`${when}: ${measure} p99 ${inMs(p99Ms)}, at most ${inMs(bound)}`] : []),
      ...(count > 0 ? [] : [`${when}: no ${measure} was measured`]),
    ];
  }),
  ...unready.map((text) => `${when}: ${text}`),
];

const attackerFaults = (
  { statuses, lost, acknowledged }: BlowFigures,
  { mayGet = [], mayBreak = false }: Allowed,
): string[] => {
  const strange = Object.entries(statuses).filter(([text]) => {
    const status = Number(text);
    if (status === 0) return !mayBreak;
    return !((status >= 200 && status < 300) || [429, 503, ...mayGet].includes(status));
  });
  return [
    ...strange.map(([status, often]) => `the attacker got ${status} ${often.toString()} times`),
    ...(lost === 0
      ? []
      : [`of ${acknowledged.toString()} acknowledged receipts ${lost.toString()} are not stored once`]),
  ];
};

const medianFaults = (blows: readonly BlowFigures[]): string[] => {
  if (blows.length < medianBlows) return [];
  return timed.flatMap((measure) => {
    const median = medianOf(blows.map(({ during }) => during.times[measure].p99Ms));
    return median <= medianMsMax ? [] : [`the median of ${measure} p99 is ${inMs(median)}, at most 300 ms`];
  });
};

const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;
