import { runService } from '@loyalty/shell';
import { earnEngineSettings } from './config.ts';
import { createEarnEngine } from './service.ts';

await runService({ name: 'earn-engine', settings: earnEngineSettings, createParts: createEarnEngine });
