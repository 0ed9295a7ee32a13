import { printLine, type Verdicts } from '@loyalty/stack';
import { isRequired } from '@loyalty/testkit/runs';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Manifest, nameOf } from './manifest.ts';
import { allPolicies } from './policies/all-policies.ts';
import {
  layersOf,
  production,
  refusalOf,
  refusedFiles,
  sizeFiles,
  smallest,
  surroundingsOf,
  valueFiles,
} from './rendered.ts';
import { root } from './root.ts';
import { run } from './run.ts';
import { objectsIn, type Helm } from './tools/helm.ts';

/** Renders each value file, and judges what comes out. Returns the objects by file. */
export const judgeValues = (helm: Helm, verdicts: Verdicts): ReadonlyMap<string, readonly Manifest[]> => {
  const rendered = new Map<string, readonly Manifest[]>();
  for (const file of valueFiles) {
    printLine(basename(file));
    const lint = helm.lint(...layersOf(file));
    verdicts.judge(
      'helm lint --strict',
      lint.code === 0,
      lint.code === 0 ? '' : lastLines(lint.stdout + lint.stderr),
    );
    const { code, stdout, stderr } = helm.template(...layersOf(file));
    const objects = code === 0 ? objectsIn(stdout) : [];
    const seen = code === 0 ? `${objects.length.toString()} objects` : lastLines(stderr);
    verdicts.judge('renders', objects.length > 0, seen);
    rendered.set(file, objects);
    judgePolicies(file, objects, verdicts);
  }
  return rendered;
};

const judgePolicies = (file: string, objects: readonly Manifest[], verdicts: Verdicts): void => {
  const surroundings = surroundingsOf(file);
  for (const { promise, breaches } of allPolicies) {
    const found = breaches(objects, surroundings);
    verdicts.judge(promise, found.length === 0, found.slice(0, 3).join('; '));
  }
};

/** Sizes also fit the smallest installation. */
export const judgeSizes = (helm: Helm, verdicts: Verdicts): void => {
  printLine('Sizes');
  for (const file of sizeFiles) {
    const { code, stdout, stderr } = helm.template(smallest, file);
    const seen = code === 0 ? `${objectsIn(stdout).length.toString()} objects` : lastLines(stderr);
    verdicts.judge(`${basename(file)} over ${basename(smallest)} renders`, code === 0, seen);
    judgeServers(basename(file, '.yaml'), verdicts);
  }
};

/** The servers of a size by kustomize, as docs/sizing.md says; kubectl has it. */
const judgeServers = (size: string, verdicts: Verdicts): void => {
  const folder = mkdtempSync(join(tmpdir(), 'servers-'));
  try {
    const examples = join(root, 'deploy/helm/examples');
    for (const name of servers) cpSync(join(examples, name), join(folder, name));
    cpSync(join(examples, 'sizes', size), join(folder, 'size'), { recursive: true });
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `resources: [${servers.join(', ')}]\ncomponents: [size]\n`,
    );
    const { code, stdout, stderr } = run('kubectl', ['kustomize', folder]);
    if (code === -1) {
      printLine(`  Skipped, because kubectl is missing: ${stderr}`);
      if (isRequired('kubectl')) verdicts.judge('kubectl is there', false);
      return;
    }
    const limits = [...stdout.matchAll(/retention\.bytes: "?(\d+)/g)].length;
    const seen =
      code === 0 ? `${objectsIn(stdout).length.toString()} objects, ${limits.toString()} limits` : stderr;
    verdicts.judge(`the servers of ${size} by kustomize`, code === 0 && limits > 0, seen);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const servers = ['kafka.yaml', 'kafka-topics.yaml', 'postgres.yaml'];

/** Values that must be refused, each with the words that say why. */
export const judgeRefusals = (helm: Helm, verdicts: Verdicts): void => {
  printLine('Refused');
  for (const file of refusedFiles) {
    const { code, stderr } = helm.template(smallest, file);
    const isRefused = code !== 0 && stderr.includes(refusalOf(file));
    verdicts.judge(basename(file), isRefused, code === 0 ? 'rendered' : lastLines(stderr));
  }
};

/** Helm allows 53 characters. These have their first 52 in common. */
const longReleases = [`${'a'.repeat(52)}b`, `${'a'.repeat(52)}c`];

/** Release names of any length: no object takes the place of another, of this release or of the next one. */
export const judgeNames = (helm: Helm, verdicts: Verdicts): void => {
  const names = longReleases.flatMap((release) => {
    const { stdout } = helm.templateAs(release, production);
    return objectsIn(stdout).map((object) => nameOf(object));
  });
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const long = names.filter((name) => name.startsWith('Service ') && name.length > 'Service '.length + 63);
  const seen = [...twice, ...long].slice(0, 3).join('; ');
  verdicts.judge(
    'the longest names of releases give every object a name of its own',
    names.length > 100 && seen === '',
    seen,
  );
};

const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' ').slice(0, 300);
