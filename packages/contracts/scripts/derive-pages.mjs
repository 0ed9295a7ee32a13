// Pages for people that follow from the packages and services: nothing in them is written by hand.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cell, markdown, notice } from './derived-text.mjs';

const page = (title, source, text) => `# ${title}

<!-- Derived from ${source} by \`npm run derive\`. Do not edit. -->

${text}
`;

/** The first sentence of a card, below its heading. */
const firstSentence = (root, folder) => {
  const [, text = ''] =
    /^# .*\n\n([^]*?)\n\n/m.exec(readFileSync(join(root, folder, 'README.md'), 'utf8')) ?? [];
  const sentence = text.replace(/\s+/g, ' ').trim();
  return sentence.split(/(?<=[.!?]) (?=[A-Z`])/)[0];
};

const cardTable = (root, folders) => `| Name | What it is |
|---|---|
${folders.map((folder) => `| [${folder.split('/')[1]}](../../${folder}/README.md) | ${cell(firstSentence(root, folder))} |`).join('\n')}`;

const servicesOf = (root) => readdirSync(join(root, 'services')).toSorted();

/** Of clients of the API, which open neither database nor stream. */
const isClient = (name) => name === 'console';

/** Those that are deployed: each reads and writes streams and tables. */
const deployedIn = (root) => servicesOf(root).filter((name) => !isClient(name));

/** The names of a list in .dependency-cruiser.cjs. */
const namesIn = (rules, list) => {
  const [, names] = new RegExp(`^const ${list} = \\[([^\\]]*)\\]`, 'm').exec(rules) ?? [];
  if (names === undefined) throw new Error(`.dependency-cruiser.cjs has no ${list}`);
  return [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name);
};

/**
 * The packages and tools in their order and the services, each with the first sentence of its card; nothing
 * where there are none.
 */
export const derivePackages = async (root) => {
  const rules = join(root, '.dependency-cruiser.cjs');
  if (!existsSync(rules)) return [];
  const text = readFileSync(rules, 'utf8');
  const packages = namesIn(text, 'packageOrder').map((name) => `packages/${name}`);
  const tools = namesIn(text, 'toolOrder').map((name) => `tools/${name}`);
  const tables = `Each package imports only packages that stand above it. A service imports packages, and never another service.
Nothing of the product imports a tool.

## Packages

${cardTable(root, packages)}

## Services

${cardTable(
  root,
  servicesOf(root).map((name) => `services/${name}`),
)}

## Tools

${cardTable(root, tools)}`;
  const source = '`packageOrder` and `toolOrder` of `.dependency-cruiser.cjs` and the cards';
  return [
    ['docs/reference/packages.md', await markdown(page('Packages, services and tools', source, tables))],
  ];
};

const isSetting = (value) => typeof value?.variable === 'string' && typeof value.help === 'string';
const isGroup = (value) => Array.isArray(value?.members) && value.members.every(isSetting);
const isSpec = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((entry) => isSetting(entry) || isGroup(entry));

/** The settings of one compiled config.ts: all of its specs. */
export const settingsIn = async (path) =>
  Object.values(await import(pathToFileURL(path)))
    .filter(isSpec)
    .flatMap((spec) => Object.values(spec))
    .flatMap((entry) => (isGroup(entry) ? entry.members : [entry]));

/** Every variable with the services that read it. */
const gatherSettings = async (root, services) => {
  const found = new Map();
  for (const service of services) {
    const own = await settingsIn(join(root, 'services', service, 'dist/config.js'));
    const shared = await settingsIn(join(root, 'packages/service/dist/config.js'));
    for (const { variable, help, defaultText, precedence = '' } of [...own, ...shared]) {
      const key = JSON.stringify([variable, help, defaultText]);
      const known = found.get(key) ?? { variable, help, defaultText, precedence, services: new Set() };
      known.services.add(service);
      found.set(key, known);
    }
  }
  return [...found.values()].toSorted((a, b) => a.variable.localeCompare(b.variable, 'en'));
};

const namesOf = (names) => names.map((name) => `\`${name}\``).join(', ');

/** Every metric and span of telemetry's catalogues; nothing where that package is not built. */
export const deriveTelemetry = async (root) => {
  const built = join(root, 'packages/telemetry/dist');
  if (!existsSync(built)) return [];
  const moduleOf = (file) => import(pathToFileURL(join(built, file)));
  const { metricCatalogue } = await moduleOf('metrics/metric-catalogue.js');
  const { spanCatalogue } = await moduleOf('tracing/span-catalogue.js');
  const metrics = Object.entries(metricCatalogue);
  const spans = Object.entries(spanCatalogue);
  const text = `## Metrics

Every process shows its own on \`/metrics\` of its \`ADMIN_PORT\`, in the Prometheus text format.

| Metric | Kind | Unit | Labels | What it shows |
|---|---|---|---|---|
${metrics.map(([name, { kind, unit, labels, help }]) => `| \`${name}\` | ${kind} | ${unit} | ${namesOf(labels)} | ${cell(help)} |`).join('\n')}

## Spans

One request is one trace, over all processes that it passes. Spans go to \`OTEL_EXPORTER_OTLP_ENDPOINT\` (OTLP over HTTP,
\`/v1/traces\` is added); the other variables of OpenTelemetry stand in [settings](settings.md#opentelemetry). \`OTEL_TRACES_SAMPLER_ARG\` is the
sampled share of the traces that begin here. A caller's own \`traceparent\` is followed, sampled or not. A message without one, as a streamed
receipt, has no trace.

| Span | Kind | Attributes | What it shows |
|---|---|---|---|
${spans.map(([name, { kind, attributes, help }]) => `| \`${name}\` | ${kind} | ${namesOf(attributes)} | ${cell(help)} |`).join('\n')}`;
  const source = '`metric-catalogue.ts` and `span-catalogue.ts` of `packages/telemetry`';
  return [['docs/reference/telemetry.md', await markdown(page('Metrics and spans', source, text))]];
};

/** What all services read of OpenTelemetry’s own variables, and what wins. */
const tracingTable = async (root, settings) => {
  const path = join(root, 'packages/service/dist/settings/tracing-settings.js');
  if (settings.length === 0) return '';
  const { unreadTracingVariables } = await import(pathToFileURL(path));
  const rowOf = ({ variable, help, defaultText, precedence }) =>
    `| \`${variable}\` | ${cell(help)} | ${cell(defaultText)} | ${cell(precedence)} |`;
  return `
## OpenTelemetry

All services read these, and their address alone suffices. A variable that is set goes before a default of ours, which stands below where it
differs from OpenTelemetry’s. One that is wrong ends the process at its start with a sentence, as every setting does.

| Variable | What it sets | Default | Which wins |
|---|---|---|---|
${settings.map(rowOf).join('\n')}

The limits of spans (\`OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT\` and its kin) are the SDK’s. Nothing reads:

${Object.entries(unreadTracingVariables)
  .map(([name, reason]) => `- \`${name}\`: ${reason}.`)
  .join('\n')}`;
};

/** Each setting of each service, as `--help` shows it; nothing where the services are not built. */
export const deriveSettings = async (root) => {
  const services = existsSync(join(root, 'services')) ? deployedIn(root) : [];
  const isBuilt = services.every((name) => existsSync(join(root, 'services', name, 'dist/config.js')));
  if (services.length === 0) return [];
  if (!isBuilt) {
    console.error('docs/reference/settings.md follows from the built services: run `npm run build` before.');
    return [];
  }
  const all = await gatherSettings(root, services);
  const [tracing, settings] = [true, false].map((isOf) =>
    all.filter(({ variable }) => variable.startsWith('OTEL_') === isOf),
  );
  const readersOf = (names) => (names.size === services.length ? 'all' : [...names].join(', '));
  const rowOf = ({ variable, help, defaultText }) =>
    `| \`${variable}\` | ${cell(help)} | ${defaultText === null ? 'required' : cell(defaultText)} |`;
  const ofConsole = await settingsIn(join(root, 'services/console/dist/config.js'));
  const text = `Services read their settings from the environment. \`node services/NAME/dist/main.js --help\` prints those of one service.

| Variable | What it sets | Default | Services |
|---|---|---|---|
${settings.map((setting) => `${rowOf(setting)} ${readersOf(setting.services)} |`).join('\n')}
${await tracingTable(root, tracing)}

## The console

A client of the API: it reads these, \`LOG_LEVEL\`, \`STOP_WITHIN_MS\` and those of OpenTelemetry.

| Variable | What it sets | Default |
|---|---|---|
${ofConsole
  .toSorted((a, b) => a.variable.localeCompare(b.variable, 'en'))
  .map(rowOf)
  .join('\n')}`;
  return [
    ['docs/reference/settings.md', await markdown(page('Settings', 'each service’s `config.ts`', text))],
  ];
};

/** The plan of pools that a module exports as `…Pools`. */
const poolsIn = async (path) =>
  Object.entries(await import(pathToFileURL(path))).find(([name]) => name.endsWith('Pools'))[1];

/** The pools of each process by its name: a service has its own plan, or that of all that consume streams. */
export const gatherPools = async (root) => {
  const poolsOf = (path) => poolsIn(join(root, path));
  const shared = 'packages/service/dist/stream/connections.js';
  const services = deployedIn(root).map((name) => [name, `services/${name}/dist/connections.js`]);
  const plans = services.map(async ([name, own]) => [
    name,
    await poolsOf(existsSync(join(root, own)) ? own : shared),
  ]);
  return [...(await Promise.all(plans)), ['loyaltyctl', await poolsOf('tools/cli/dist/connections.js')]];
};

const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/** How many processes of each kind: the local stack, and an installation of several machines. */
const installations = [
  { name: 'one of each, as in the local stack and in compose', countOf: () => 1 },
  {
    name: 'six earn engines, four of ingress, three of every other service',
    countOf: (name) => ({ 'earn-engine': 6, ingress: 4 })[name] ?? 3,
  },
];

/** What Postgres keeps for superusers. */
const reserved = 3;

/** The database connections of each process; nothing where the services are not built. */
export const deriveConnections = async (root) => {
  const built = ['packages/service/dist/stream/connections.js', 'tools/cli/dist/connections.js'];
  if (!built.every((path) => existsSync(join(root, path)))) return [];
  const processes = (await gatherPools(root)).map(([name, pools]) => ({
    name,
    pools,
    sum: sumOf(Object.values(pools).map(({ max }) => max)),
  }));
  const command = processes.find(({ name }) => name === 'loyaltyctl').sum;
  const services = processes.filter(({ name }) => name !== 'loyaltyctl');
  const plans = [...new Set(processes.map(({ pools }) => pools))].map((pools) =>
    processes.filter((one) => one.pools === pools),
  );
  const rowsOf = (alike) => {
    const [{ pools, sum }] = alike;
    const names = alike.map(({ name }) => name).join(', ');
    return [
      ...Object.entries(pools).map(
        ([pool, { max, use }]) => `| ${names} | \`${pool}\` | ${max.toString()} | ${cell(use)} |`,
      ),
      `| | **of each process** | **${sum.toString()}** | |`,
    ];
  };
  const needOf = ({ name, countOf }) => {
    const sum = sumOf(services.map((one) => one.sum * countOf(one.name)));
    return `| ${name} | ${sum.toString()} | ${(2 * sum + command + reserved).toString()} |`;
  };
  const text = `A process connects to Postgres on demand, and closes a connection that nobody used for 10 s. So it has fewer connections most of the
time, and up to these when all of its parts are at work, as after a restart of Postgres. \`loyalty_database_connections\` shows those of each
pool, \`loyalty_database_waits_total\` counts what had to wait for one; \`pg_stat_activity\` names the service as \`application_name\`.

| Process | Pool | At most | For |
|---|---|---|---|
${plans.flatMap(rowsOf).join('\n')}

## \`max_connections\`

While all processes are replaced at once, the old and the new ones are connected. One run of \`loyaltyctl\`, and ${reserved.toString()} connections that Postgres
keeps for superusers, come on top. The default of Postgres is 100.

| Processes | Connections | \`max_connections\` for a rollout of all at once |
|---|---|---|
${installations.map(needOf).join('\n')}

A rollout that replaces one process after the other needs those of one process more, and of those that still stop. A pooler cannot take
their place: sessions have settings and advisory locks, so a service that finds its settings dropped does not start (\`DATABASE_SETTINGS_IGNORED\`).`;
  const source = '`connections.ts` of `packages/service`, `services/ingress` and `tools/cli`';
  return [['docs/reference/connections.md', await markdown(page('Database connections', source, text))]];
};

/** The one order of locks; nothing where storage is not built. */
export const deriveLockOrder = async (root) => {
  const built = join(root, 'packages/storage/dist');
  if (!existsSync(built)) return [];
  const moduleOf = (file) => import(pathToFileURL(join(built, file)));
  const { lockOrder } = await moduleOf('lock-order.js');
  const { tableCatalogue } = await moduleOf('table-catalogue.js');
  const tables = Object.entries(tableCatalogue);
  const locksOf = ([name, keys]) =>
    [
      ...keys.map((key) => `advisory ${key.toString()}`),
      ...tables.filter(([, { locked }]) => locked === name).map(([table]) => `\`${table}\``),
      ...tables.filter(([, { inserted }]) => inserted === name).map(([table]) => `new rows of \`${table}\``),
    ].join(', ');
  const text = `Every transaction of every service takes its locks in this order (D98), so that no two wait for each other. Within a
table, rows are locked in the order of their keys. A row that a transaction holds already may be changed at any place.

| | Class | Locks |
|---|---|---|
${Object.entries(lockOrder)
  .map((one, at) => `| ${(at + 1).toString()} | ${cell(one[0])} | ${locksOf(one)} |`)
  .join('\n')}

Databases of tests check the order: a transaction that takes a lock before its turn fails (\`withLockOrder\` of
\`packages/testkit\`). The table catalogue says the place of each table.`;
  const source = '`lock-order.ts` and `table-catalogue.ts` of `packages/storage`';
  return [['docs/reference/lock-order.md', await markdown(page('Lock order', source, text))]];
};

const initials = { SELECT: 'r', INSERT: 'i', UPDATE: 'u', DELETE: 'd' };

const initialsOf = (privileges = '') =>
  privileges
    .split(' ')
    .map((privilege) => initials[privilege] ?? '')
    .join('');

/** What the role of each service may do, for the roles and as a page; nothing where testkit is not built. */
export const deriveDatabaseRights = async (root) => {
  const built = join(root, 'packages/testkit/dist/service-rights.js');
  if (!existsSync(built)) return [];
  const { readServiceRights } = await import(pathToFileURL(built));
  const rights = readServiceRights();
  const services = [...new Set(Object.values(rights).flatMap(Object.keys))].toSorted();
  const isTable = ([, byService]) => initialsOf(Object.values(byService)[0]) !== '';
  const namesBesides = (service) =>
    Object.entries(rights)
      .filter((right) => !isTable(right) && right[1][service] !== undefined)
      .map(([name]) => `\`${name}\``);
  const text = `Each service may have a role of its own (D144): \`loyalty_\` and its name. It may read (r), insert (i), update or lock (u) and
delete (d) rows as the statements do that the service can reach in the code. Nobody may do anything else.

| Table | ${services.join(' | ')} |
|---|${services.map(() => '---|').join('')}
${Object.entries(rights)
  .filter(isTable)
  .map(
    ([table, byService]) =>
      `| \`${table}\` | ${services.map((service) => initialsOf(byService[service])).join(' | ')} |`,
  )
  .join('\n')}

Numbers that it takes from a sequence, and functions that act with the rights of the tables' owner:

${services
  .filter((service) => namesBesides(service).length > 0)
  .map((service) => `- ${service}: ${namesBesides(service).join(', ')}`)
  .join('\n')}

What the roles of the check and of readers see stands column by column in the table catalogue of \`packages/storage\` (D143).`;
  return [
    ['packages/storage/src/generated/service-rights.ts', rightsText(rights)],
    [
      'docs/reference/database-rights.md',
      await markdown(page('Database rights', 'the statements of the services', text)),
    ],
  ];
};

const rightsText = (rights) => `${notice('the statements of the services')}
/** The privileges of each service (D144), by table, sequence or function. */
export const serviceRights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${Object.entries(rights)
  .map(([on, byService]) => {
    const one = Object.entries(byService).map(([service, privileges]) => `'${service}': '${privileges}'`);
    return `  ${on}: { ${one.join(', ')} },`;
  })
  .join('\n')}
};
`;
