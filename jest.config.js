import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Test files by their paths in the repository, which are regular expressions. */
const files = (...paths) => paths.map((path) => `^${root}/${path}\\.test\\.ts$`);

const shared = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@loyalty/source', 'node', 'node-addons'] },
  transform: { '\\.(ts|js)$': '<rootDir>/test/support/lazy-imports.js' },
  // Libraries that ship only ES modules, or load something by import(), are compiled too; name them here.
  transformIgnorePatterns: [
    '/node_modules/(?!jose/|oauth4webapi/|openid-client/|@opentelemetry/otlp-exporter-base/)',
  ],
  // `drill -- mixed` keeps whole checkouts of other builds there.
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.loyalty/'],
};

const patience = ['<rootDir>/test/support/patience.ts'];

/**
 * What no other test may run beside: it kills, freezes or floods a part or a service that all share, starts one more of a service that
 * shares its partitions, judges how soon a till is served beside an attack, or judges the whole database.
 */
const alone = '\\.alone\\.[^/]*$';

export default {
  // Of code in memory; a slow machine fails no test.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/support/documents.js',
  testSequencer: '<rootDir>/test/support/heaviest-first.js',
  projects: [
    // Pure and in-memory: no server needed, files run in parallel.
    {
      ...shared,
      displayName: 'unit',
      testRegex: files('(packages|services|tools)/.+', 'test/architecture/.+', 'test/attacks/.+'),
      testPathIgnorePatterns: ['\\.stack\\.[^/]*$'],
    },
    // On a running local stack that nobody disturbs: each file looks at its own things only, so files run in parallel.
    {
      ...shared,
      displayName: 'stack',
      setupFilesAfterEnv: patience,
      testRegex: files(
        '(packages|services|tools)/.+\\.stack(\\..+)?',
        'test/(console|contract|fault|invariants|story)/.+',
      ),
      testPathIgnorePatterns: [alone],
    },
    // The whole system, with parts and services that are killed, frozen and flooded: one file after another.
    {
      ...shared,
      displayName: 'system',
      setupFilesAfterEnv: patience,
      testRegex: files('test/(fault|invariants|story)/.+\\.alone(\\..+)?'),
    },
  ],
};
