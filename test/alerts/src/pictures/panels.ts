import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../stack/root.ts';

/** A place in Grafana's grid of 24 columns. */
export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A panel, as Grafana reads it. */
export interface Panel {
  readonly type: 'row' | 'stat' | 'timeseries';
  readonly title: string;
  readonly gridPos: GridPlace;
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** A dashboard, as Grafana reads it. */
export interface DashboardFile {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const folder = join(root, 'deploy/helm/loyalty/files/dashboards');

/** Reads the dashboards that are given to Grafana, with the names of their files. */
export const readDashboards = (): readonly (readonly [name: string, dashboard: DashboardFile])[] =>
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    JSON.parse(withoutVariables(readFileSync(join(folder, file), 'utf8'))) as DashboardFile,
  ]);

/** Fills variables in as Grafana does for a single installation. */
const withoutVariables = (text: string): string =>
  text.replace(/\$\{\w+:raw\}/g, '').replace(/\$(?:namespace|release)\b/g, '.*');
