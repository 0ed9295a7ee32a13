export { inheritedEnvironment } from './config.ts';
export {
  databaseUrlOf,
  type DemoTenant,
  demoTenants,
  type LocalProcess,
  type LocalStack,
  readLocalStack,
} from './local-stack.ts';
export { type KafkaCluster, type NodeId, nodeIds, planCluster } from './parts/kafka-cluster.ts';
export { freePort } from './parts/ports.ts';
export { planPostgres, type SinglePostgres } from './parts/postgres.ts';
export { findRedisProgram } from './parts/redis.ts';
export { planBroker } from './parts/single-broker.ts';
export { killPart } from './processes/kill-part.ts';
export { type OwnStack, startOwnStack } from './processes/start-own-stack.ts';
export { launchService, type StartedService, startService } from './processes/start-service.ts';
export { type ProcessEnd, spawnTied, type TiedProcess } from './processes/tied-process.ts';
export {
  type CtlOptions,
  type CtlProcess,
  type CtlRun,
  loyaltyctlJson,
  startLoyaltyctl,
} from './run-loyaltyctl.ts';
export { printLine, Verdicts } from './print-line.ts';
