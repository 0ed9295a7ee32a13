export { createEpochSteps } from '@loyalty/history/epochs';
export type { Connections } from './stream/connections.ts';
export { createConsumerGroup } from './stream/consumer-group.ts';
export { createStreamService } from './stream/create-stream-service.ts';
