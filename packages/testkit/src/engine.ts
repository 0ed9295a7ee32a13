/** Ports and builders for tests of engines. */

export {
  replyHeaders,
  testAccount,
  testAtMs,
  testBytes,
  testCampaign,
  testEnvironmentId,
  testMessage,
  testRecord,
  testSnapshot,
} from './engine/builders.ts';
export { MemoryCache } from './engine/memory-cache.ts';
export { MemoryConfiguration } from './engine/memory-configuration.ts';
export { runBatch } from './engine/run-batch.ts';
export { type ScriptedResult, ScriptedTransaction } from './engine/scripted-transaction.ts';
