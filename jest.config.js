const shared = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@loyalty/source', 'node', 'node-addons'] },
  transform: {
    '\\.(ts|js)$': [
      '@swc/jest',
      { module: { type: 'commonjs' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } },
    ],
  },
  // Libraries that ship only ES modules, or load something by import(), are compiled too; name them here.
  transformIgnorePatterns: ['/node_modules/(?!jose/|@opentelemetry/otlp-exporter-base/)'],
  modulePathIgnorePatterns: ['/dist/'],
};

const patience = ['<rootDir>/test/support/patience.ts'];

export default {
  testSequencer: '<rootDir>/test/support/heaviest-first.js',
  projects: [
    // Pure and in-memory: no server needed, files run in parallel.
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services}/**/*.test.ts', '<rootDir>/test/architecture/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.stack\\.test\\.ts$'],
    },
    // On a running local stack that nobody disturbs: each file looks at its own things only, so files run in parallel.
    {
      ...shared,
      displayName: 'stack',
      setupFilesAfterEnv: patience,
      testMatch: ['<rootDir>/{packages,services}/**/*.stack.test.ts', '<rootDir>/test/contract/**/*.test.ts'],
    },
    // The whole system, with parts and services that are killed, frozen and flooded: one file after another.
    {
      ...shared,
      displayName: 'system',
      setupFilesAfterEnv: patience,
      testMatch: ['<rootDir>/test/{story,invariants,fault}/**/*.test.ts'],
    },
  ],
};
