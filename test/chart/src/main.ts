import { say, Verdicts } from '@loyalty/stack';
import { isRequired } from '@loyalty/testkit';
import { judgeOnApiServer } from './api-server/judge-on-api-server.ts';
import { judgeOnControllers } from './controllers/judge-on-controllers.ts';
import { judgeOwnFaults } from './faults/judge-own-faults.ts';
import { judgeRefusals, judgeValues } from './judge-values.ts';
import { ToolMissing } from './tools/go-tools.ts';
import { findHelm } from './tools/helm.ts';

/** `npm run test:chart`: exit code 1 when a promise was broken, or a tool is missing that LOYALTY_REQUIRE names. */
const main = async (): Promise<void> => {
  const verdicts = new Verdicts();
  try {
    const helm = findHelm();
    const rendered = judgeValues(helm, verdicts);
    judgeRefusals(helm, verdicts);
    judgeOwnFaults(rendered, verdicts);
    if (process.argv.includes('--api-server')) await judgeOnApiServer(rendered, verdicts);
    if (process.argv.includes('--controllers')) await judgeOnControllers(helm, verdicts);
  } catch (failure) {
    if (!(failure instanceof ToolMissing)) throw failure;
    say(`Skipped, because ${failure.tool} is missing: ${failure.message}`);
    if (isRequired(failure.tool)) verdicts.judge(`${failure.tool} is there`, false);
  }
  verdicts.close();
};

await main();
