import { runService } from '@loyalty/service';
import { tierServiceSettings } from './config.ts';
import { createTierService } from './service.ts';

await runService({ name: 'tier-service', settings: tierServiceSettings, createParts: createTierService });
