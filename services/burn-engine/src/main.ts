import { runService } from '@loyalty/service';
import { burnEngineSettings } from './config.ts';
import { createBurnEngine } from './service.ts';

await runService({ name: 'burn-engine', settings: burnEngineSettings, createParts: createBurnEngine });
