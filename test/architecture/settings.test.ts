import { settingNames } from '@loyalty/tables/tenants';
import { groupSettings } from '@loyalty/service/settings';
import { pages, read, sources } from '../support/sources.ts';

/** Settings are stored and written here; they act elsewhere. */
const keepers = 'packages/tables/src/tenants/settings';
const code = sources.filter((path) => /^(packages|services)\/.*\.ts$/.test(path));
const readers = code.filter((path) => !path.startsWith(keepers) && !/\.test\.ts$|\/testing\//.test(path));

test.each(settingNames)('▲ the setting %s is read where it acts (D87)', (name) => {
  expect(readers.filter((path) => read(path).includes(name))).not.toEqual([]);
});

test('every page says the sessions of consumers as they are by default', () => {
  const usual = groupSettings.kafkaSessionTimeoutMs.read(undefined);
  const seconds = 'value' in usual ? usual.value / 1_000 : null;
  const said = pages
    .filter((page) => !page.endsWith('CHANGELOG.md'))
    .flatMap((page) =>
      [...read(page).matchAll(/\b[Ss]essions? of (\d+) s\b/g)].map(([, found]) => ({
        page,
        seconds: Number(found),
      })),
    );
  expect(said.length).toBeGreaterThan(2);
  expect(seconds).not.toBeNull();
  expect(said.filter((one) => one.seconds !== seconds)).toEqual([]);
});
