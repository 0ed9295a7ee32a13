import { withVariables } from '../scoped-queries.ts';
import type { SeriesScope } from '../scopes.ts';
import type { Dashboard, Panel, Query, Row } from './dashboard.ts';
import { databaseDashboard, dependenciesDashboard, streamsDashboard } from './dependencies.ts';
import { evaluate, overview } from './requests.ts';
import { partnersDashboard, rolloutsDashboard, tenantsDashboard } from './work.ts';

export const dashboards: readonly Dashboard[] = [
  overview,
  evaluate,
  streamsDashboard,
  databaseDashboard,
  dependenciesDashboard,
  tenantsDashboard,
  partnersDashboard,
  rolloutsDashboard,
];

/** Grafana's grid has 24 columns. */
const columns = 24;
const sizes = { stat: { w: 4, h: 4 }, timeseries: { w: 8, h: 8 } } as const;

interface PanelPlace {
  readonly x: number;
  readonly y: number;
}

const installationVariable = (name: string, query: string) => ({
  name,
  type: 'query',
  datasource: { type: 'prometheus', uid: '${datasource}' },
  query: { query, refId: name },
  refresh: 2,
  includeAll: true,
  // Series without the label are matched too: a Prometheus that watches one installation has none.
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
});

/** The chart makes its own namespace and release the first choice. */
const installationVariables = [
  installationVariable('namespace', 'label_values(loyalty_service_info, namespace)'),
  installationVariable('release', 'label_values(loyalty_service_info{namespace=~"$namespace"}, release)'),
];

/** Matchers of servers' series; the chart fills in its `monitoring.selectors`. */
const serverVariables = (
  ['postgres', 'kafka', 'redis', 'volumes', 'certificates'] as const satisfies readonly SeriesScope[]
).map((name) => ({ name, type: 'constant', query: '', hide: 2 }));

export const renderDashboard = ({ name, title, rows }: Dashboard) => ({
  uid: `loyalty-${name}`,
  title: `Loyalty: ${title}`,
  tags: ['loyalty'],
  schemaVersion: 39,
  timezone: 'utc',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
      ...installationVariables,
      ...serverVariables,
    ],
  },
  panels: renderRows(rows),
});

const renderRows = (rows: readonly Row[]): readonly object[] => {
  const rendered: object[] = [];
  let y = 0;
  for (const row of rows) {
    rendered.push({
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
    });
    const places = placesOf(row.panels, y + 1);
    rendered.push(...row.panels.map((panel, index) => renderPanel(panel, places[index] ?? { x: 0, y })));
    y = Math.max(y + 1, ...row.panels.map((panel, index) => (places[index]?.y ?? y) + sizes[panel.kind].h));
  }
  return rendered.map((panel, index) => ({ id: index + 1, ...panel }));
};

/** Panels are placed from left to right; one that does not fit begins the next line. */
const placesOf = (panels: readonly Panel[], fromY: number): readonly PanelPlace[] => {
  let [x, y, lineHeight] = [0, fromY, 0];
  return panels.map(({ kind }) => {
    const { w, h } = sizes[kind];
    if (x + w > columns) [x, y, lineHeight] = [0, y + lineHeight, 0];
    const place = { x, y };
    x += w;
    lineHeight = Math.max(lineHeight, h);
    return place;
  });
};

const renderPanel = ({ title, unit, kind, queries, description }: Panel, { x, y }: PanelPlace) => ({
  type: kind,
  title,
  ...(description === undefined ? null : { description }),
  datasource: { type: 'prometheus', uid: '${datasource}' },
  gridPos: { x, y, w: sizes[kind].w, h: sizes[kind].h },
  fieldConfig: { defaults: { unit }, overrides: [] },
  targets: queries.map(renderTarget),
});

const renderTarget = ({ expr, legend }: Query, index: number) => ({
  refId: String.fromCharCode('A'.charCodeAt(0) + index),
  expr: withVariables(expr),
  legendFormat: legend === '' ? '__auto' : legend,
});
