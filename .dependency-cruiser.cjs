const onlyThrough = (library, door) => ({
  name: `${library.replace(/\W/g, '-')}-only-through-${door}`,
  comment: `${library} has one door: packages/${door}.`,
  severity: 'error',
  from: { pathNot: `^packages/${door}/|^test/|\\.test\\.ts$` },
  to: { path: `node_modules/${library}(/|$)` },
});

const packageOrder = [
  'kernel',
  'contracts',
  'rules',
  'telemetry',
  'storage',
  'task-queue',
  'accounts',
  'configuration',
  'messaging',
  'egress',
  'http',
  'shell',
  'engine',
  'testkit',
  'stack',
  'cli',
];
/** A package may import only packages that stand before it. */
const downwardsOnly = packageOrder.map((name, place) => ({
  name: `${name}-looks-down`,
  comment: 'Packages depend in one order: ' + packageOrder.join(' < ') + '.',
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^packages/(${packageOrder.slice(place + 1).join('|') || 'none'})/` },
}));

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
        'Nothing reaches this file (patience.ts, heaviest-first.js and lazy-imports.js are loaded by jest).',
      from: {
        orphan: true,
        pathNot:
          '(main|index)\\.ts$|\\.test\\.ts$|^test/support/(patience\\.ts|(heaviest-first|lazy-imports)\\.js)$',
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
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'packages-by-front-door',
      severity: 'error',
      comment: 'Import the package, not its insides.',
      from: { path: '^(packages|services)/([^/]+)/' },
      to: { path: '^packages/([^/]+)/src/(?!index\\.ts$)', pathNot: '^$1/$2/' },
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
      from: { path: '^services/([^/]+)/src/(usecases|tasks|jobs)/' },
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
      comment: 'An adapter fulfils a port; it never calls a use case.',
      from: { path: '^services/([^/]+)/src/outbound/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/(usecases|tasks|jobs)/(?!ports\\.ts$)' },
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
      from: { pathNot: '^packages/(egress|cli)/|^test/|\\.test\\.ts$' },
      to: { path: 'node_modules/undici(/|$)' },
    },
    ...downwardsOnly,
    ...Object.entries({
      kafkajs: 'messaging',
      '@kafkajs/confluent-schema-registry': 'messaging',
      avsc: 'contracts',
      ajv: 'contracts',
      re2js: 'contracts',
      pino: 'telemetry',
      '@opentelemetry/sdk-node': 'telemetry',
      pg: 'storage',
      knex: 'storage',
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
