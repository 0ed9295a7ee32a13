import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serviceNames } from '@loyalty/contracts';
import { read, sources, workspaces } from '../support/sources.ts';

const json = (path: string): unknown => JSON.parse(read(path));

const services = readdirSync('services').filter((name) => existsSync(join('services', name, 'package.json')));
const shape = ['main.ts', 'config.ts', 'service.ts', 'inbound', 'usecases'];

test.each(services)('%s has the same shape as every other service', (service) => {
  const missing = shape.filter((part) => !existsSync(join('services', service, 'src', part)));
  expect(missing).toEqual([]);
});

test.each(services)('%s starts in fifteen lines at most', (service) => {
  const lines = read(join('services', service, 'src', 'main.ts'))
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(15);
});

test.each(services)('the lock file knows %s', (service) => {
  expect(read('package-lock.json')).toContain(`"services/${service}": {`);
});

test.each(serviceNames)('%s is deployed: docker-compose.yml builds it', (service) => {
  expect(read('docker-compose.yml')).toContain(`SERVICE: ${service} }`);
});

test.each(workspaces)('%s has a card', (workspace) => {
  expect(existsSync(join(workspace, 'README.md'))).toBe(true);
});

test('the root tsconfig builds every package and service', () => {
  const { references } = json('tsconfig.json') as { references: { path: string }[] };
  expect(references.map(({ path }) => path).toSorted()).toEqual(workspaces.toSorted());
});

test.each(workspaces)('%s builds after exactly the packages that it depends on', (workspace) => {
  const { dependencies, devDependencies } = json(join(workspace, 'package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string> | undefined
  >;
  const { references = [] } = json(join(workspace, 'tsconfig.json')) as { references?: { path: string }[] };
  const own = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) =>
    name.startsWith('@loyalty/') ? [name.slice(9)] : [],
  );
  expect(references.map(({ path }) => path).toSorted()).toEqual(
    own.map((name) => `../../${workspaces.find((path) => path.endsWith(`/${name}`)) ?? name}`).toSorted(),
  );
});

const { drills } = jest.requireActual<{
  drills: Readonly<Record<string, { project: string; module: string; services: boolean }>>;
}>(resolve('test/drills/table.js'));

test('every drill is in the table, and every entry of the table is a drill', () => {
  const listed = Object.values(drills).map(({ project, module }) =>
    join(project, module.replace(/^dist\/(attacks\/src|alerts\/src)?/, 'src/').replace(/\.js$/, '.ts')),
  );
  expect(listed.toSorted()).toEqual(sources.filter((path) => /^test\/.*\/drill\.ts$/.test(path)).toSorted());
});

test('a drill that starts servers alone, and services and loyaltyctl by itself, builds these first', () => {
  const folders = Object.values(drills).flatMap(({ project, services }) => (services ? [] : [project]));
  expect(folders.length).toBeGreaterThan(5);
  const startsServersAlone = (folder: string): boolean =>
    sources.some((path) => path.startsWith(`${folder}/`) && read(path).includes('isInfraOnly: true'));
  expect(folders.filter(startsServersAlone)).toEqual([]);
});

test('every class of advisory locks has a number of its own', () => {
  const numbers = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?const \w*[lL]ockClass = ([\d_]+);/gm)].map(
      ([, number = '']) => number,
    ),
  );
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

/** Code of the product, without the helper that the rule names. */
const isProduct = (path: string): boolean =>
  /^(?:packages|services|tools)\/.+(?<!\.test)\.ts$/.test(path) &&
  !/\/(?:testing|testkit)\/|\/sql\/row-arrays\.ts$/.test(path);

test('a statement that takes rows as arrays has its columns and their values from one list', () => {
  const listed = sources
    .filter(isProduct)
    .flatMap((path) =>
      [...read(path).matchAll(/\bunnest\([^()]*\$\d[^()]*\)/g)]
        .filter(([call]) => call.includes(','))
        .map(([call]) => `${path}: ${call} must come from rowArrays of @loyalty/storage`),
    );
  expect(listed).toEqual([]);
});
