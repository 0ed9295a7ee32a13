import type { Measure, Times } from '../victim/report.ts';
import type { AttackFigures, BlowFigures } from './figures.ts';

const titles: readonly (readonly [Measure, string])[] = [
  ['evaluate', 'evaluate'],
  ['redeem', 'redeem'],
  ['webhook', 'webhook'],
  ['code', 'code'],
  ['membership', 'segment'],
];

/** Formats what was seen of an attack: a line, and one for each broken promise. */
export const lineOf = ({ name, limits, blows, broken, unjudged }: AttackFigures): string =>
  [
    `${broken.length === 0 ? '✓' : '✗'} ${name}, ${limits} limits: ${blows.map(textOf).join(' | ')}`,
    ...broken.map((text) => `    ${text}`),
    ...unjudged.map((text) => `    not judged: ${text}`),
  ].join('\n');

const textOf = ({ seconds, machineLoad, before, during, statuses }: BlowFigures): string => {
  const times = titles.map(([measure, title]) => `${title} ${spreadText(during.times[measure])}`);
  const own = Object.entries(statuses).map(([status, often]) => `${often.toString()} × ${status}`);
  const calm = `${before.times.evaluate.p99Ms.toFixed(0)}, ${before.times.redeem.p99Ms.toFixed(0)} before; load ${machineLoad.toFixed(0)}`;
  return `${seconds.toFixed(0)} s; p50/p99 ms ${times.join(', ')} (${calm}); attacker ${own.join(', ') || 'sent no request'}`;
};

const spreadText = ({ p50Ms, p99Ms }: Times): string => `${p50Ms.toFixed(0)}/${p99Ms.toFixed(0)}`;

/** Formats all figures as a table, with the worst blow of each attack. */
export const tableOf = (all: readonly AttackFigures[]): string => {
  const head = ['attack', 'limits', ...titles.map(([, title]) => title), 'promises'];
  const rows = [head, ...all.map(rowOf)];
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['p99 in ms, of the worst blow', ...lines].join('\n');
};

const rowOf = ({ name, limits, blows, broken, unjudged }: AttackFigures): string[] => [
  name,
  limits,
  ...titles.map(([measure]) => worstOf(blows, measure).toFixed(0)),
  verdictOf(broken.length, unjudged.length),
];

const worstOf = (blows: readonly BlowFigures[], measure: Measure): number =>
  Math.max(0, ...blows.map(({ during }) => during.times[measure].p99Ms));

const verdictOf = (broken: number, unjudged: number): string => {
  if (broken > 0) return `${broken.toString()} broken`;
  return unjudged > 0 ? `held, ${unjudged.toString()} not judged` : 'held';
};
