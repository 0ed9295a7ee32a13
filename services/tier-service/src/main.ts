import { runService } from '@loyalty/shell';
import { tierServiceSettings } from './config.ts';
import { createTierService } from './service.ts';

await runService({ name: 'tier-service', settings: tierServiceSettings, createParts: createTierService });
