import { runService } from '@loyalty/service';
import { ingressSettings } from './config.ts';
import { createIngress, longestWorkMs } from './service.ts';

await runService({ name: 'ingress', settings: ingressSettings, longestWorkMs, createParts: createIngress });
