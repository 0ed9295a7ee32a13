export * from './demo.ts';
export * from './leash.ts';
export { readLocalStack, type LocalProcess, type LocalStack } from './local-stack.ts';
export { freePort } from './ports.ts';
