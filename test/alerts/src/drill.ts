import { printLine } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { isInstalled, isRequired } from '@loyalty/testkit/runs';
import { chooseFaults, listOf } from './faults/all-faults.ts';
import { options } from './options.ts';
import { runAlerts } from './run/run-alerts.ts';

const about = `
Starts a stack in .loyalty/alerts, a load on it, and a Prometheus with the rules of deploy/helm/loyalty/files. Every query of rules, dashboards
and scaling must return something. At rest no alert may fire. Each fault must raise its own alert within two minutes and page for no
other cause, and the alert must end with the fault. Exit code 1: a promise was broken.`;

/** A real Prometheus over a stack under load and under faults. */
export const drill = defineDrill({
  about,
  options,
  run: async (values, verdicts) => {
    const faults = values.exercise === null ? chooseFaults(values.only) : [];
    if (values.list) {
      printLine(listOf(faults));
      return;
    }
    if (!isInstalled('prometheus') || !isInstalled('promtool')) {
      printLine('Skipped, because prometheus or promtool is missing.\n0 passed, 0 failed, 1 skipped');
      if (isRequired('prometheus')) process.exitCode = 1;
      return;
    }
    const work = values.exercise === null ? `${faults.length.toString()} faults` : 'An exercise';
    printLine(`${work}; starting a stack in .loyalty/alerts`);
    await runAlerts(values, faults, verdicts);
  },
});
