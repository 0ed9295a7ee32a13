export * from './demo.ts';
export { killPart } from './kill-part.ts';
export { spawnTied, type Ending, type ProcessCommand, type TiedProcess } from './tied-process.ts';
export { readLocalStack, type LocalProcess, type LocalStack } from './local-stack.ts';
export { freePort } from './ports.ts';
export { startService, type ExtraService, type StartedService } from './start-service.ts';
