import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Alert, installationRules, ruleGroups, type RuleGroup, scaling } from '@loyalty/operations';
import { printLine, type Verdicts } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { isInstalled, isRequired } from '@loyalty/testkit/runs';
import { groupsIn } from './groups-in.ts';
import { promtool } from './promtool.ts';
import { scalingTestsOf } from './scaling-tests.ts';
import { installations, scalingTests, twoInstallTests } from './two-installs.ts';
import { unitTestsOf, type UnitTests } from './unit-tests.ts';

const rules = resolve('deploy/observability/rules.yaml');
const folder = resolve('.loyalty/rules');

const about = `
Judges the rules of deploy/observability with promtool: they must be valid, and every alert must fire for one series and just not fire for
another. Then it judges the rules of three installations in one Prometheus: an alert must fire only for the faulty one, and each must be
scaled by its own load. Exit code 1: a rule does not do what it is for. Without promtool it is skipped.`;

/** Tests every rule with promtool. */
export const drill = defineDrill({
  about,
  options: {},
  run: (_, verdicts) => {
    if (isInstalled('promtool')) {
      mkdirSync(folder, { recursive: true });
      judgeFiles(verdicts);
      judgeAlerts(verdicts);
      judgeScaling(verdicts);
      judgeInstallations(verdicts);
    } else {
      printLine('Skipped, because promtool is missing.\n0 passed, 0 failed, 1 skipped');
      if (isRequired('promtool')) process.exitCode = 1;
    }
    return Promise.resolve();
  },
});

const judgeFiles = (verdicts: Verdicts): void => {
  printLine('Files');
  const checked = promtool('check', 'rules', rules);
  verdicts.judge('the rules are valid', checked.isGood, checked.isGood ? '' : checked.output);
  // The configuration names its rules beside itself, where compose mounts them.
  const configuration = join(folder, 'prometheus.yaml');
  copyFileSync(resolve('deploy/observability/prometheus.yaml'), configuration);
  copyFileSync(rules, join(folder, 'rules.yaml'));
  const configured = promtool('check', 'config', configuration);
  verdicts.judge(
    'the configuration for compose is valid',
    configured.isGood,
    configured.isGood ? '' : configured.output,
  );
};

const judgeAlerts = (verdicts: Verdicts): void => {
  printLine('Alerts: one series fires each, another one just does not');
  const written = groupsIn(rules);
  for (const group of ruleGroups) judgeGroup(group, written.get(`loyalty-${group.name}`), verdicts);
};

/** Evaluates the rules of one group alone, as the file has them: all of them at once take minutes. */
const judgeGroup = (group: RuleGroup, written: string | undefined, verdicts: Verdicts): void => {
  const path = join(folder, `${group.name}.json`);
  writeFileSync(path, written ?? '{}');
  judgeTests(group.alerts, unitTestsOf(group.alerts, path), group.name, verdicts);
};

const judgeTests = (
  alerts: readonly Alert[],
  tests: readonly UnitTests[],
  name: string,
  verdicts: Verdicts,
): void => {
  const outputs = tests.map(({ everyMinutes, text }) => {
    const path = join(folder, `${name}-${everyMinutes.toString()}m.json`);
    writeFileSync(path, text);
    const { isGood, output } = promtool('test', 'rules', path);
    return isGood ? '' : output;
  });
  const failures = outputs.join('\n').trim();
  const blamed = alerts.filter((alert) => isNamed(failures, alert.name));
  for (const alert of alerts) {
    const hasBoth = alert.fires.length > 0 && alert.quiet.length > 0;
    verdicts.judge(alert.name, hasBoth && !blamed.includes(alert));
  }
  if (failures !== '') verdicts.judge(`the tests of ${name}`, false, failures);
};

const judgeInstallations = (verdicts: Verdicts): void => {
  printLine('Installations in one Prometheus: an alert fires for the ill one only');
  const written = installations.map((installation) => installationRules(installation));
  for (const group of ruleGroups) {
    const paths = written.map(({ groups }, index) => {
      const path = join(folder, `${group.name}-${index.toString()}.json`);
      const own = groups.filter(({ name }) => name === `loyalty-${group.name}`);
      writeFileSync(path, JSON.stringify({ groups: own }));
      return path;
    });
    judgeTests(group.alerts, twoInstallTests(group.alerts, paths), `${group.name}-installs`, verdicts);
  }
  const path = join(folder, 'scaling.json');
  writeFileSync(path, scalingTests());
  const { isGood, output } = promtool('test', 'rules', path);
  verdicts.judge('each installation is scaled by its own load', isGood, isGood ? '' : output);
};

/** Promtool names the expression of a test that failed. */
const isNamed = (output: string, alert: string): boolean =>
  output.replaceAll('\\', '').includes(`alertname="${alert}"`);

/** Each query of each workload, where it is loaded, where it waits for the database, and where nobody knows. */
const judgeScaling = (verdicts: Verdicts): void => {
  printLine('Scaling: what waits counts where more processes would help');
  for (const [workload, { triggers }] of Object.entries(scaling)) {
    const tests = join(folder, `scaling-${workload}.json`);
    writeFileSync(tests, scalingTestsOf(triggers));
    const { isGood, output } = promtool('test', 'rules', tests);
    verdicts.judge(workload, isGood, isGood ? '' : output);
  }
};
