import { runService } from '@loyalty/service';
import { streamServiceSettings } from '@loyalty/service/settings';
import { createGiftEngine } from './service.ts';

await runService({ name: 'gift-engine', settings: streamServiceSettings, createParts: createGiftEngine });
