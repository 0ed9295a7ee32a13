import { streamServiceSettings } from '@loyalty/stream-service';
import { runService } from '@loyalty/shell';
import { createGiftEngine } from './service.ts';

await runService({ name: 'gift-engine', settings: streamServiceSettings, createParts: createGiftEngine });
