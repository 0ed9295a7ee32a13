import type { Dashboard } from './dashboard.ts';
import { databaseDashboard, dependenciesDashboard, streamsDashboard } from './parts.ts';
import { evaluate, overview } from './requests.ts';
import { partnersDashboard, rolloutsDashboard, tenantsDashboard } from './work.ts';

/** Every dashboard, in the order in which one looks at them. */
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
