// `npm run new -- service NAME` makes services/NAME after test/toys/src/balance-follower, which is compiled and tested; `npm run new -- page NAME`
// makes a page of the console. Both say what is left.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { camelOf, capitalOf, makePage, pageFolderOf } from './new-page.mjs';

const root = resolve(import.meta.dirname, '..');
const model = 'test/toys/src/balance-follower';
const help = `npm run new -- service NAME
npm run new -- page NAME

The first makes services/NAME, a follower of facts, after ${model}: main.ts, config.ts, service.ts, inbound/, usecases/ with a
unit test, package.json, tsconfig.json and card; enters it in tsconfig.json and docker-compose.yml, and prints what is left to be done.
The second makes a page of the console that the sidebar lists: route.ts, the page, its words.ts and a story; enters it in the router, in the
names of pages and in the story of every page, and prints what is left to be done.
NAME is in kebab-case, as reward-auditor. Exit code 2: it exists, or is no name.
`;

const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const writeJson = (path, value) => {
  write(path, `${JSON.stringify(value, null, 2)}\n`);
};

/** The model's files under the new name. */
const copyModel = (name) => {
  const camel = camelOf(name);
  const pascal = capitalOf(camel);
  const paths = readdirSync(join(root, model), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const packages = new Set();
  for (const path of paths) {
    const text = read(join(model, path))
      .replaceAll('balance-follower', name)
      .replaceAll('BalanceFollower', pascal)
      .replaceAll('balanceFollower', camel);
    for (const [, used] of text.matchAll(/from '@loyalty\/([\w-]+)/g)) packages.add(used);
    write(`services/${name}/src/${path}`, text);
  }
  return [...packages].toSorted();
};

/** How the handler is tested in memory. */
const test = `import { ScriptedTransaction, testEnvironmentId } from '@loyalty/testkit/engine';
import { balanceHandler } from './keep-balances.ts';

test('balances of a batch are written in one statement, and nothing is published', async () => {
  const tx = new ScriptedTransaction();
  const memberKey = Buffer.alloc(16);
  await balanceHandler.store(tx, [{ environmentId: testEnvironmentId, memberKey, points: 5 }]);
  expect(tx.names).toEqual(['toy-write-balances']);
  expect(balanceHandler.effectsOf([])).toEqual({ facts: [], replies: [], rejected: [] });
});
`;

const cardOf = (name) => `# ${name}

Follows facts. Say here in one sentence what for.

| | |
| --- | --- |
| reads | \`loyalty.facts\` and behind it \`loyalty.facts-bulk\` (group \`${name}\`): \`member.enrolled\`, \`transaction.processed\` |
| decides | nothing |
| writes | a copy of each changed member's balance |
| emits | nothing |
| keeps | nothing |

**When it fails.** A kill changes nothing: the next process reads the same facts, and repeated facts give the same copy.

| Entry | What is in it |
| --- | --- |
| \`main.ts\`, \`config.ts\`, \`service.ts\` | the process: settings, parts in start order |
| \`inbound/\` | the facts that it reads |
| \`usecases/\` | \`keep-balances.ts\`: a batch |

Settings: \`streamServiceSettings\` of \`packages/service\`.

Tests: \`npm run test:unit -- services/${name}\`.
`;

const enterInCompose = (name) => {
  const compose = read('docker-compose.yml');
  const [entry = ''] = /\n {2}segment-service:\n(?: {4}.*\n)+/.exec(compose) ?? [];
  const added = entry.replaceAll('segment-service', name);
  write(
    'docker-compose.yml',
    compose.replace(entry, () => `${entry}${added}`),
  );
};

const leftFor = (
  name,
) => `services/${name} is made, and entered in tsconfig.json and docker-compose.yml. It compiles now: npm install && npm run build.
What is left (docs/extending.md says how):

  src/usecases/             its own decision instead of a copy of balances; tables of its own are migrations in packages/tables
  schemas/topics.json       ${name} in "readers" of each topic that it reads, then npm run derive
  packages/contracts        src/services.ts: ${name} in streamServices, and its consumer group, which no other service shares
  tools/operations          src/chart/service-facts.ts and src/observability/scaling.ts; alerts that name services
  deploy/helm               values.yaml, values/production.yaml, examples/kafka-users.yaml; npm run derive writes schema and rules
  deploy/compose            secure.yml and secure/make-secrets.sh, three-brokers.yml, observed.yml
  deploy/observability      prometheus.yaml: a job
  test/fault/src            faults/faults.ts and options.ts: how often it is killed; restarts/options.ts
  README.md, ARCHITECTURE.md, services/${name}/README.md
  test/story                a story; toy-follower.full.test.ts is the model
`;

const makeService = (name) => {
  const { version } = JSON.parse(read('lerna.json'));
  const packages = copyModel(name);
  write(`services/${name}/src/usecases/keep-balances.test.ts`, test);
  const versions = (names) => Object.fromEntries(names.map((each) => [`@loyalty/${each}`, version]));
  writeJson(`services/${name}/package.json`, {
    name: `@loyalty/${name}`,
    version,
    private: true,
    license: 'Apache-2.0',
    description: 'Follows facts.',
    type: 'module',
    dependencies: versions(packages),
    devDependencies: versions(['testkit']),
  });
  writeJson(`services/${name}/tsconfig.json`, {
    extends: '../../tsconfig.base.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist' },
    include: ['src'],
    exclude: ['src/**/*.test.ts'],
    references: [...packages, 'testkit'].map((each) => ({ path: `../../packages/${each}` })),
  });
  write(`services/${name}/README.md`, cardOf(name));
  const built = JSON.parse(read('tsconfig.json'));
  built.references.push({ path: `services/${name}` });
  writeJson('tsconfig.json', built);
  enterInCompose(name);
  const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
  execFileSync(
    process.execPath,
    [prettier, '--log-level', 'warn', '--write', `services/${name}`, 'tsconfig.json'],
    { cwd: root },
  );
  process.stdout.write(leftFor(name));
};

const kinds = {
  service: { folderOf: (name) => `services/${name}`, make: makeService },
  page: { folderOf: pageFolderOf, make: (name) => makePage({ root, name }) },
};

const [kind, name = ''] = process.argv.slice(2);
const chosen = Object.hasOwn(kinds, kind ?? '') ? kinds[kind] : undefined;
const isNew = /^[a-z]+(-[a-z]+)*$/.test(name) && !existsSync(join(root, chosen?.folderOf(name) ?? ''));
if (chosen !== undefined && isNew) {
  chosen.make(name);
} else {
  process.stdout.write(help);
  if (kind !== '--help') process.exitCode = 2;
}
