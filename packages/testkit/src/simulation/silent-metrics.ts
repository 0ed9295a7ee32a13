import type { Metrics } from '@loyalty/telemetry/metrics';

export const silentMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  gauge: () => () => undefined,
  describe: () => undefined,
  render: () => Promise.resolve({ contentType: 'text/plain', body: '' }),
};
