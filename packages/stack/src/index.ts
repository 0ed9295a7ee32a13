export * from './demo.ts';
export { killPart } from './kill-part.ts';
export { spawnLeashed, type Ending, type LeashedCommand, type LeashedProcess } from './leash.ts';
export { readLocalStack, type LocalProcess, type LocalStack } from './local-stack.ts';
export { freePort } from './ports.ts';
export { startService, type ExtraService, type StartedService } from './start-service.ts';
