import { printLine } from '@loyalty/stack';
import { defineDrill, flagOption } from '@loyalty/stack/drill';
import { isRequired } from '@loyalty/testkit/runs';
import { judgeOnApiServer } from './api-server/judge-on-api-server.ts';
import { judgeOnControllers } from './controllers/judge-on-controllers.ts';
import { judgeOwnFaults } from './faults/judge-own-faults.ts';
import { judgeKeptReplicas } from './judge-kept-replicas.ts';
import { judgeMonitoring } from './judge-monitoring.ts';
import { judgeOverlays } from './judge-overlays.ts';
import { judgeNames, judgeRefusals, judgeSizes, judgeValues } from './judge-values.ts';
import { ToolMissing } from './tools/go-tools.ts';
import { findHelm } from './tools/helm.ts';

const about = `
Renders the Helm chart and judges whether it keeps its promises. Exit code 1: a promise was broken, or a tool is missing that
LOYALTY_REQUIRE names.`;

export const drill = defineDrill({
  about,
  options: {
    apiServer: flagOption(
      'also try every object and example on a real API server (needs Go and Maven, once)',
    ),
    controllers: flagOption(
      'also install, roll out, roll back and drain the production values with real controllers',
    ),
  },
  run: async ({ apiServer, controllers }, verdicts) => {
    try {
      const helm = findHelm();
      const rendered = judgeValues(helm, verdicts);
      judgeSizes(helm, verdicts);
      judgeRefusals(helm, verdicts);
      judgeNames(helm, verdicts);
      judgeMonitoring(helm, verdicts);
      judgeOwnFaults(rendered, verdicts);
      judgeOverlays(helm, verdicts);
      await judgeKeptReplicas(helm, verdicts);
      if (apiServer) await judgeOnApiServer(rendered, verdicts);
      if (controllers) await judgeOnControllers(helm, verdicts);
    } catch (failure) {
      if (!(failure instanceof ToolMissing)) throw failure;
      printLine(`Skipped, because ${failure.tool} is missing: ${failure.message}`);
      if (isRequired(failure.tool)) verdicts.judge(`${failure.tool} is there`, false);
    }
  },
});
