import { runService } from '@loyalty/service';
import { fulfilmentSettings } from './config.ts';
import { createFulfilment } from './service.ts';

await runService({ name: 'fulfilment', settings: fulfilmentSettings, createParts: createFulfilment });
