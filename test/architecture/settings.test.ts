import { settingNames } from '@loyalty/tables/tenants';
import { read, sources } from '../support/sources.ts';

/** Settings are stored and written here; they act elsewhere. */
const keepers = 'packages/tables/src/tenants/settings';
const code = sources.filter((path) => /^(packages|services)\/.*\.ts$/.test(path));
const readers = code.filter((path) => !path.startsWith(keepers) && !/\.test\.ts$|\/testing\//.test(path));

test.each(settingNames)('the setting %s is read where it acts (D87)', (name) => {
  expect(readers.filter((path) => read(path).includes(name))).not.toEqual([]);
});
