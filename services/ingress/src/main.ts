import { runService } from '@loyalty/shell';
import { ingressSettings } from './config.ts';
import { createIngress } from './service.ts';

await runService({ name: 'ingress', settings: ingressSettings, createParts: createIngress });
