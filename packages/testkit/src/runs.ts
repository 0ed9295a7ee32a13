/** How large a run is, what it needs, how it waits; pages and bytes that are read again. */

export {
  outcomeOf,
  promisedBy,
  readDocumentedCommands,
  readSnippets,
  runDocumentedCommands,
  type CommandsPlace,
  type DocumentedCommands,
  type Outcome,
} from './documented-commands.ts';
export { eventually } from './eventually.ts';
export { blocked, directLine } from './line.ts';
export { patienceMs } from './patience.ts';
export { quickClock } from './quick-clock.ts';
export { misreadBytes, type ByteFormats, writeSamples, type WrittenBytes } from './released-bytes.ts';
export { historiesTimeoutMs, historyRuns, seedsWithLosses, sizeOf } from './sizes.ts';
export { foundInNight, writeNight } from './streamed-night.ts';
export { isInstalled, isRequired } from './system-tools.ts';
