import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLine } from '@loyalty/stack';
import type { Prometheus, TimeRange } from '../prometheus/prometheus.ts';
import { drawDashboard } from './draw-dashboard.ts';
import { drawPanel, type NamedLine } from './draw-panel.ts';
import { nameOfLine } from './line-names.ts';
import { readDashboards, type Panel } from './panels.ts';

/** A scrape. */
const stepSecondsMin = 15;
/** More points than these are not seen in a panel, and make large files. */
const pointsMax = 80;

/** Draws every dashboard into a folder, from what its queries answer for this time. */
export const writePictures = async (
  prometheus: Prometheus,
  folder: string,
  minutes: number,
): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const stepSeconds = Math.max(stepSecondsMin, Math.ceil((minutes * 60) / pointsMax));
  const toSeconds = Math.floor(Date.now() / 1_000);
  const range = { fromSeconds: toSeconds - Math.ceil(minutes * 60), toSeconds, stepSeconds };
  const heading = `the last ${Math.ceil(minutes).toString()} minutes`;
  for (const [name, dashboard] of readDashboards()) {
    const picture = await drawDashboard(dashboard, heading, async (panel, size) =>
      drawPanel(panel, await linesOf(prometheus, panel, range), size),
    );
    writeFileSync(join(folder, `${name}.svg`), picture);
  }
  printLine(`Pictures of the dashboards: ${folder}`);
};

const linesOf = async (
  prometheus: Prometheus,
  { targets = [] }: Panel,
  range: TimeRange,
): Promise<readonly NamedLine[]> => {
  const lines: NamedLine[] = [];
  for (const { expr, legendFormat } of targets)
    for (const { labels, points } of await prometheus.readRange(expr, range))
      lines.push({ name: nameOfLine(legendFormat, labels), points });
  return lines;
};
