import { runService } from '@loyalty/service';
import { earnEngineSettings } from './config.ts';
import { createEarnEngine } from './service.ts';

await runService({ name: 'earn-engine', settings: earnEngineSettings, createParts: createEarnEngine });
