import { say } from '@loyalty/stack';
import { isInstalled, isRequired } from '@loyalty/testkit';
import { runWithOptions } from '../../fault/src/run-main.ts';
import { chooseFaults, listOf } from './faults/all-faults.ts';
import { helpText, readOptions } from './options.ts';
import { runAlerts } from './run/run-alerts.ts';

/** `npm run test:alerts`: a real Prometheus over a stack under load and under faults; exit code 1 when a promise was broken. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  const faults = options.exerciseSeed === null ? chooseFaults(options.only) : [];
  if (options.isList) {
    say(listOf(faults));
    return;
  }
  if (!isInstalled('prometheus') || !isInstalled('promtool')) {
    say('Skipped, because prometheus or promtool is missing.\n0 passed, 0 failed, 1 skipped');
    if (isRequired('prometheus')) process.exitCode = 1;
    return;
  }
  const work = options.exerciseSeed === null ? `${faults.length.toString()} faults` : 'An exercise';
  say(`${work}; starting a stack in .loyalty/alerts`);
  await runAlerts(options, faults);
});
