export { type DemoTenant, demoTenants } from './demo.ts';
export { killPart } from './processes/kill-part.ts';
export {
  spawnTied,
  type ProcessEnd,
  type ProcessCommand,
  type TiedProcess,
} from './processes/tied-process.ts';
export { readLocalStack, type LocalProcess, type LocalStack } from './local-stack.ts';
export { inheritedEnvironment } from './config.ts';
export { startOwnStack, type OwnStack } from './processes/start-own-stack.ts';
export { freePort } from './parts/ports.ts';
export { nodeIds, planCluster, type KafkaCluster, type NodeId } from './parts/kafka-cluster.ts';
export { type BrokerSecurity } from './parts/broker-security.ts';
export { findRedisBinary } from './parts/redis-binary.ts';
export { planSecuredBroker, type SecuredBroker } from './parts/secured-broker.ts';
export { planPostgres, type SinglePostgres } from './parts/single-postgres.ts';
export {
  launchService,
  startService,
  type ExtraService,
  type StartedService,
} from './processes/start-service.ts';
export {
  loyaltyctlJson,
  startLoyaltyctl,
  type CtlOptions,
  type CtlProcess,
  type CtlRun,
} from './run-loyaltyctl.ts';
export { endWithOneSentence, say, type Say } from './say.ts';
export { Verdicts } from './verdicts.ts';
