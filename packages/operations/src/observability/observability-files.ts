import type { DerivedFile } from '../derived-file.ts';

/** Rules, dashboards and queries for scaling, below `deploy/observability` and in the chart's `files`. */
export const observabilityFiles = (): readonly DerivedFile[] => [];
