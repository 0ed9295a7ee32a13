import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../options.ts';
import type { Figures } from './figures.ts';
import { plotOf } from './plot.ts';
import { tableOf } from './table.ts';

/** The place of a report, and the kind of its run. */
export interface ReportPlace {
  readonly root: string;
  /** `bench`, or `bench-large`. */
  readonly name: string;
}

/**
 * Writes the figures of one run (JSON, Markdown) and their plot to `.loyalty/bench`. Returns the Markdown. Figures of different
 * runs come from different conditions, so they are never combined.
 */
export const writeReport = ({ root, name }: ReportPlace, options: BenchOptions, figures: Figures): string => {
  const folder = join(root, '.loyalty/bench');
  mkdirSync(folder, { recursive: true });
  const list = figures.list();
  const at = new Date().toISOString();
  const markdown = [tableOf(list), ...figures.notes.map((note) => `- ${note}`)].join('\n\n');
  const document = { at, machine: machine(), options, figures: list, notes: figures.notes };
  writeFileSync(
    join(folder, `${name}-${at.replaceAll(':', '')}.json`),
    `${JSON.stringify(document, null, 2)}\n`,
  );
  writeFileSync(join(folder, `${name}.md`), `${markdown}\n`);
  writeFileSync(join(folder, `${name}.svg`), plotOf(list));
  return markdown;
};

const machine = () => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  kernel: readFileSync('/proc/version', 'utf8').split(' ').slice(0, 3).join(' '),
  node: process.version,
});
