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
    // On a running local stack (real Kafka, registry, Postgres, Redis, services), one file after another.
    {
      ...shared,
      displayName: 'stack',
      setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
      testMatch: [
        '<rootDir>/{packages,services}/**/*.stack.test.ts',
        '<rootDir>/test/{story,contract,invariants,fault}/**/*.test.ts',
      ],
    },
  ],
};
