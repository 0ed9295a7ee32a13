import { serviceNames } from '@loyalty/contracts';
import { tableCatalogue } from '@loyalty/storage/table-catalogue';
import { schemaMigrations } from './schema-database.ts';
import { type Catalogue, type Need, needsReachedFrom } from './statement-needs.ts';

const steps = schemaMigrations.map(({ sql }) => (typeof sql === 'string' ? sql : sql.join(';\n'))).join('\n');

const renamed = new Map(
  [...steps.matchAll(/ALTER SEQUENCE (\w+) RENAME TO (\w+)/g)].map(([, old = '', now = '']) => [old, now]),
);

/** Everything on which a statement may need a right. */
export const schemaCatalogue: Catalogue = {
  tables: new Set(Object.keys(tableCatalogue)),
  sequences: new Set(
    [...steps.matchAll(/CREATE SEQUENCE (\w+)/g)].map(([, name = '']) => renamed.get(name) ?? name),
  ),
  functions: new Set(
    [...steps.matchAll(/FUNCTION (\w+)\([^)]*\)[^$;]*SECURITY DEFINER/g)].map(([, name = '']) => name),
  ),
  // A store takes the table of its queue from its caller.
  named: { 'packages/task-queue/src/': ['fulfilment_tasks', 'delivery_tasks'] },
};

/** Each of the two has one queue, and never names the other's table. */
const queueOf: Readonly<Partial<Record<string, string>>> = {
  fulfilment: 'fulfilment_tasks',
  'webhook-dispatcher': 'delivery_tasks',
};

const order: readonly Need['privilege'][] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE', 'EXECUTE'];

const needsOfService = (service: string): readonly Need[] => {
  const queue = queueOf[service];
  const named = queue === undefined ? schemaCatalogue.named : { 'packages/task-queue/src/': [queue] };
  return needsReachedFrom({ path: `services/${service}/src/main.ts` }, { ...schemaCatalogue, named });
};

/**
 * Returns what the statements of each service need that it can reach from its `main.ts`: privileges by table,
 * sequence or function, then by service. `npm run derive` loads it as it was built, and writes the result
 * down for the roles of the database (D144). @public
 */
export const readServiceRights = (): Record<string, Record<string, string>> => {
  const needs = serviceNames.toSorted().map((service) => ({ service, needs: needsOfService(service) }));
  const names = [...new Set(needs.flatMap((one) => one.needs.map(({ on }) => on)))].toSorted();
  const privilegesOf = (on: string, found: readonly Need[]): string =>
    order
      .filter((privilege) => found.some((need) => need.on === on && need.privilege === privilege))
      .join(' ');
  return Object.fromEntries(
    names.map((on) => [
      on,
      Object.fromEntries(
        needs
          .map((one) => [one.service, privilegesOf(on, one.needs)] as const)
          .filter(([, privileges]) => privileges !== ''),
      ),
    ]),
  );
};
