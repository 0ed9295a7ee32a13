import { runService } from '@loyalty/service';
import { segmentServiceSettings } from './config.ts';
import { createSegmentService } from './service.ts';

await runService({
  name: 'segment-service',
  settings: segmentServiceSettings,
  createParts: createSegmentService,
});
