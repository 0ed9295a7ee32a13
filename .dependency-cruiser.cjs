const onlyThrough = (library, door) => ({
  name: `${library.replace(/\W/g, '-')}-only-through-${door}`,
  comment: `${library} has one door: packages/${door}.`,
  severity: 'error',
  from: { pathNot: `^packages/${door}/|^test/|\\.test\\.ts$` },
  to: { path: `node_modules/${library}(/|$)` },
});

const packageOrder = [
  'client',
  'kernel',
  'contracts',
  'rules',
  'telemetry',
  'storage',
  'jobs',
  'task-queue',
  'kafka',
  'streams',
  'tables',
  'egress',
  'http',
  'history',
  'service',
  'engine',
  'testkit',
];
const toolOrder = ['stack', 'cli', 'operations'];
const folders = [
  ...packageOrder.map((name) => `packages/${name}`),
  ...toolOrder.map((name) => `tools/${name}`),
];
/** A package or tool may import only those that stand before it. */
const downwardsOnly = folders.map((folder, place) => ({
  name: `${folder.split('/')[1]}-looks-down`,
  comment: 'Packages and tools depend in one order: ' + folders.join(' < ') + '.',
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^(${folders.slice(place + 1).join('|') || 'none'})/` },
}));
/** A door is a file at the top of `src`, or `management.ts` of a subject. Helpers for tests are a door that `exports` names. */
const doors = [
  '^(packages|tools)/[^/]+/src/([^/]+/management|[^/]+)\\.ts$',
  ...folders.flatMap((folder) => {
    const testing = require(`./${folder}/package.json`).exports?.['./testing'];
    return testing === undefined ? [] : [`^${folder}/${testing['@loyalty/source'].slice(2)}$`];
  }),
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle is one module pretending to be two.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment:
        'Nothing reaches this file (patience.ts, documents.js, heaviest-first.js, lazy-imports.js and the filters …-run.cjs are loaded by jest).',
      from: {
        orphan: true,
        pathNot:
          '(main|index)\\.tsx?$|\\.test\\.ts$|^test/support/(patience\\.ts|(developer|given-parts)-run\\.cjs|(documents|heaviest-first|lazy-imports)\\.js)$',
      },
      to: {},
    },
    {
      name: 'services-are-strangers',
      severity: 'error',
      comment: 'Services meet on a topic, never by import.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-below-services',
      severity: 'error',
      comment: 'Libraries do not know who uses them.',
      from: { path: '^(packages|tools)/' },
      to: { path: '^services/' },
    },
    {
      name: 'tools-are-no-part-of-the-product',
      severity: 'error',
      comment: 'Services and packages run without tools/.',
      from: { path: '^(packages|services)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^tools/' },
    },
    {
      name: 'packages-by-their-doors',
      severity: 'error',
      comment:
        'Import a door of a package, not its insides: a file at the top of its `src`, or `management.ts` of a subject.',
      from: { path: '^(packages|services|tools)/([^/]+)/' },
      to: { path: '^(packages|tools)/([^/]+)/src/', pathNot: ['^$1/$2/', ...doors] },
    },
    {
      name: 'rules-know-only-values',
      severity: 'error',
      comment: 'packages/rules is pure: it may import the kernel and the contracts, nothing else.',
      from: { path: '^packages/rules/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/(rules|kernel|contracts)/'] },
    },
    {
      name: 'usecases-know-ports-not-adapters',
      severity: 'error',
      comment: 'A use case names what it needs; service.ts supplies it.',
      from: { path: '^services/([^/]+)/src/(usecases|kinds|tasks|jobs)/' },
      to: { path: '^services/$1/src/(inbound|outbound|service|main|config)' },
    },
    {
      name: 'inbound-and-outbound-never-meet',
      severity: 'error',
      comment: 'They meet in usecases/.',
      from: { path: '^services/([^/]+)/src/(inbound|outbound)/' },
      to: { path: '^services/$1/src/(inbound|outbound)/', pathNot: '^services/$1/src/$2/' },
    },
    {
      name: 'outbound-knows-ports-only',
      severity: 'error',
      comment:
        'An adapter imports the type of its port from the use case that needs it, and calls no use case.',
      from: { path: '^services/([^/]+)/src/outbound/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/(usecases|tasks|jobs)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'engine-batch-knows-ports-not-adapters',
      severity: 'error',
      comment: 'What an engine does with a batch names what it needs; outbound/ and service/ supply it.',
      from: { path: '^packages/engine/src/(requests|state)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/engine/src/(outbound|service|testing)/' },
    },
    {
      name: 'undici-only-through-egress',
      severity: 'error',
      comment: 'Calls to strangers are judged by packages/egress; loyaltyctl calls our own API.',
      from: { pathNot: '^(packages/egress|tools/cli)/|^test/|\\.test\\.ts$' },
      to: { path: 'node_modules/undici(/|$)' },
    },
    ...downwardsOnly,
    ...Object.entries({
      kafkajs: 'kafka',
      '@kafkajs/confluent-schema-registry': 'kafka',
      avsc: 'contracts',
      ajv: 'contracts',
      re2js: 'contracts',
      pino: 'telemetry',
      '@opentelemetry/sdk-node': 'telemetry',
      pg: 'storage',
      knex: 'storage',
      'libphonenumber-js': 'tables',
      ioredis: 'storage',
      express: 'http',
    }).map(([library, door]) => onlyThrough(library, door)),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsConfig: { fileName: 'tsconfig.test.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@loyalty/source', 'types', 'import', 'default'],
    },
  },
};
