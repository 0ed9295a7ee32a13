import { streamServiceSettings } from '@loyalty/engine';
import { runService } from '@loyalty/shell';
import { createGiftEngine } from './service.ts';

await runService({ name: 'gift-engine', settings: streamServiceSettings, createParts: createGiftEngine });
