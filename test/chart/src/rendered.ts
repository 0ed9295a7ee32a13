import { type ServiceFacts, sizes } from '@loyalty/operations';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Surroundings } from './policies/policy.ts';
import { root } from './root.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));

/** The value files that people begin with. */
export const valueFiles = filesIn('deploy/helm/values');
/** Values that the chart refuses, each laid over the smallest ones. */
export const refusedFiles = filesIn('test/chart/refused');
/** Objects for other operators; validated, never installed by the chart. */
export const exampleFiles = filesIn('deploy/helm/examples');
/** Values over those of production: everything stopped; ingress stopped; what people add to pods; the probe; the console. */
export const overlays = {
  stopped: 'test/chart/releases/stopped.yaml',
  ingressStopped: 'test/chart/releases/ingress-stopped.yaml',
  additions: 'test/chart/releases/additions.yaml',
  probe: 'test/chart/releases/probe.yaml',
  console: 'test/chart/releases/console.yaml',
};
export const smallest = 'deploy/helm/values/minimal.yaml';
export const production = 'deploy/helm/values/production.yaml';
/** The files of the sizes. They say nothing about servers, so they are added to files that do. */
export const sizeFiles = sizes.map(({ name }) => `deploy/helm/values/${name}.yaml`);

/** Over production. */
export const innerTls = 'deploy/helm/values/inner-tls.yaml';

const overProduction = [...sizeFiles, innerTls];

/** Returns what is given to helm for a value file, one over the other. */
export const layersOf = (file: string): readonly string[] =>
  overProduction.includes(file) ? [production, file] : [file];

/** Returns the end of the first line of a refused file: words that the refusal must say. */
export const refusalOf = (file: string): string =>
  /Refused by: (.+)/.exec(read(file))?.[1] ?? 'no word is named';

interface Values {
  readonly admin: { readonly enabled: boolean };
  readonly database: { readonly maxConnections: number; readonly reserved: number; readonly others: number };
  readonly network: { readonly policies: boolean };
}

type Given = { readonly [Part in keyof Values]?: Partial<Values[Part]> };

/** The chart's values with those of a file over them. */
const valuesWith = (file: string): Values => {
  const usual = parse(read('deploy/helm/loyalty/values.yaml')) as Values;
  for (const layer of layersOf(file)) {
    const given = parse(read(layer)) as Given;
    Object.assign(usual.database, given.database);
    Object.assign(usual.network, given.network);
    Object.assign(usual.admin, given.admin);
  }
  return { database: usual.database, network: usual.network, admin: usual.admin };
};

/** Returns what policies compare the objects of a value file with. */
export const surroundingsOf = (file: string): Surroundings => {
  const { database, network, admin } = valuesWith(file);
  const services = JSON.parse(read('deploy/helm/loyalty/files/services.json')) as readonly ServiceFacts[];
  const command = services.find(({ service }) => service === 'loyaltyctl')?.connectionsMax ?? 0;
  return {
    services,
    connectionsMax:
      database.maxConnections - database.reserved - database.others - command * (admin.enabled ? 2 : 1),
    adminPages: adminPages(),
    hasPolicies: network.policies,
  };
};

/** Returns the pages that the source of the admin server lists. */
const adminPages = (): readonly string[] => {
  const [, list = ''] = /pages: \[([^\]]+)\]/.exec(read('packages/http/src/admin/admin-server.ts')) ?? [];
  return [...list.matchAll(/'([^']+)'/g)].map(([, page = '']) => page);
};
