import { runService } from '@loyalty/service/process';
import { consoleSettings } from './config.ts';
import { createConsole, stopWorkMaxMs } from './service.ts';

await runService({
  name: 'console',
  settings: consoleSettings,
  longestWorkMs: () => stopWorkMaxMs,
  createParts: createConsole,
});
