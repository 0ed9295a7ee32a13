import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { serviceNames } from '@loyalty/contracts';
import { operations } from '@loyalty/contracts/http';
import { isInstalled } from '@loyalty/testkit/runs';
import { read } from '../support/sources.ts';

const page = read('docs/first-install.md');

/** The commands of the page: each line of a block, with those that it goes on to; loops and assignments are undone. */
const commands = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim().replace(/^\w+=\$\((.*)\)$/, '$1'))
    .filter((line) => line !== ''),
);

const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

const valuesAfter = (words: readonly string[], flag: string): readonly string[] =>
  words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ''] : []));

const examples = readdirSync('deploy/helm/examples')
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    parseAllDocuments(read(`deploy/helm/examples/${name}`)).map(
      (one) => one.toJS() as { kind: string; metadata: { name: string; namespace?: string } },
    ),
  );

/** `KIND.GROUP/NAME` in a namespace; without a name, any. */
const isMade = (object: string, namespace: string): boolean => {
  const [kind = '', name] = object.split('/');
  return examples.some(
    (example) =>
      example.kind.toLowerCase() === kind.split('.')[0] &&
      (name === undefined || example.metadata.name === name) &&
      example.metadata.namespace === namespace,
  );
};

const services: readonly string[] = serviceNames;

type Judge = (words: readonly string[]) => boolean;

const kubectl = (...words: readonly string[]): string => execFileSync('kubectl', words, { encoding: 'utf8' });

const hasKubectl = isInstalled('kubectl');
const usualOptions = hasKubectl ? kubectl('options') : '';
const helps = new Map<string, string>();

/** The text in which its flags must stand. Null where there is no kubectl here: then only the words are judged that need none. */
const helpOf = (verb: string): string | null => {
  if (!hasKubectl) return null;
  const known = helps.get(verb) ?? kubectl(...verb.split(' '), '--help');
  helps.set(verb, known);
  return known + usualOptions;
};

const judgeKubectl: Judge = ([, ...given]) => {
  const end = given.indexOf('--');
  const words = end === -1 ? given : given.slice(0, end);
  const [namespace = ''] = valuesAfter(words, '--namespace');
  const [verb = '', object = '', second = ''] = words.filter(
    (word, index) => !word.startsWith('--') && words[index - 1] !== '--namespace',
  );
  const help = helpOf(verb === 'rollout' ? 'rollout status' : verb);
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? '');
  if (help !== null && flags.some((flag) => !help.includes(flag))) return false;
  const after = given.slice(end + 1, end + 3).join(' ');
  return (
    objectJudges[verb]?.({ object, second, namespace, after, files: valuesAfter(words, '--filename') }) ??
    false
  );
};

interface KubectlWords {
  readonly object: string;
  readonly second: string;
  readonly namespace: string;
  /** The part that runs in the pod, which test/story/documents-that-run runs. */
  readonly after: string;
  readonly files: readonly string[];
}

const objectJudges: Readonly<Record<string, (words: KubectlWords) => boolean>> = {
  // `servers` is made by the lines before.
  apply: ({ files, object }) =>
    (files.length > 0 || object === 'servers') && files.every((path) => existsSync(path)),
  wait: ({ object, namespace }) => isMade(object, namespace),
  rollout: ({ object, second, namespace }) => object === 'status' && isMade(second, namespace),
  get: ({ object, namespace }) => object === 'deployments' && namespace === 'loyalty',
  'port-forward': ({ object }) => object === 'service/loyalty-ingress-checkout',
  exec: ({ object, after }) => object === 'loyalty-admin-0' && after === 'node /app/main.js',
};

const judgeCurl: Judge = (words) => {
  const target = words.find((word) => word.startsWith('$API')) ?? '';
  const method = words.includes('-X') ? valuesAfter(words, '-X')[0] : 'POST';
  const path = target.replace('$API', '').replaceAll(/\$[A-Z]+/g, 'x');
  return operations.some(
    (operation) =>
      operation.method === method &&
      new RegExp(`^/tenants/[^/]+${path}$`).test(operation.path.replaceAll(/\{[^}]+\}/g, 'x')),
  );
};

const judges: Readonly<Record<string, Judge>> = {
  kubectl: judgeKubectl,
  curl: judgeCurl,
  npm: ([, run, script = '']) =>
    run === 'run' && script in (JSON.parse(read('package.json')) as { scripts: object }).scripts,
  sh: ([, script = '', word = '']) => existsSync(script) && ['', 'authorities'].includes(word),
  helm: (words) =>
    words.slice(1, 4).join(' ') === 'upgrade --install loyalty' &&
    existsSync(words[4] ?? '') &&
    valuesAfter(words, '--values').every((path) => existsSync(path)),
  for: (words) => services.every((service) => words.includes(service)) && words.includes('loyaltyctl;'),
  done: () => true,
  mkdir: ([, folder, and, cp, ...words]) =>
    folder === 'servers' &&
    and === '&&' &&
    cp === 'cp' &&
    words.slice(0, -1).every((path) => existsSync(path)),
  cp: ([, flag, from = '', to]) => flag === '-r' && existsSync(from) && to === 'servers/size',
  printf: (words) => words.at(-1) === 'servers/kustomization.yaml',
  // Prints the version of the images.
  node: (words) =>
    execFileSync('node', words.slice(1), { encoding: 'utf8' }).trim() ===
    (JSON.parse(read('lerna.json')) as { version: string }).version,
  docker: ([, verb = '', image = '']) =>
    ['tag', 'push'].includes(verb) && image.includes('loyalty/$name:$VERSION'),
  export: (words) =>
    words
      .slice(1)
      .every((word) =>
        [read('deploy/helm/examples/make-secrets.sh'), page].some(
          (text) =>
            text.includes(`$${word.split('=')[0] ?? ''}`) || text.includes(`\${${word.split('=')[0] ?? ''}`),
        ),
      ),
  'API=http://127.0.0.1:8080/v1/tenants/0198c0de-0000-7000-8000-000000000009': () => true,
};

const judge = (command: string): boolean => {
  const words = wordsOf(command.split(' | ')[0] ?? '');
  return judges[words[0] ?? '']?.(words) ?? false;
};

test.each(commands)('▲ a line of the first install can be given: %s (D147)', (command) => {
  expect(judge(command)).toBe(true);
});

test('a line that cannot be given is found', () => {
  expect(commands.length).toBeGreaterThan(24);
  for (const wrong of [
    'kubectl apply --filename deploy/helm/examples/none.yaml',
    'kubectl --namespace kafka wait kafka.kafka.strimzi.io/other --for=condition=Ready',
    'kubectl --namespace databases rollout status deployment/registry',
    'helm upgrade --install loyalty deploy/helm/loyalty --values deploy/helm/values/none.yaml',
    'curl -s $API/campaign',
    'sh deploy/helm/examples/make-secrets.sh everything',
    'rm -rf /',
  ])
    expect([wrong, judge(wrong)]).toEqual([wrong, false]);
});

test('what the page says of two sizes is what the page on sizes counts', () => {
  const numbers = /^\| all \|.*$/m.exec(read('docs/sizing.md'))?.[0].match(/\d[\d.,]*(?= )/g) ?? [];
  expect(numbers).toHaveLength(9);
  const [cores, memory, disk, , ofMedium, diskOfMedium] = numbers.map(String);
  expect(page).toContain(
    `${String(cores)} cores, ${String(memory)} GiB of memory and ${String(disk)} GiB of disk`,
  );
  expect(page).toContain(`${String(ofMedium)} GiB of memory and ${String(diskOfMedium)} GiB of disk`);
});
