import { withDatabase } from '@loyalty/testkit/database';
import { askPatiently, type TenantAt } from '../../ask.ts';
import { createBareTenant, make } from '../../tenants.ts';
import type { Listed } from '../listed.ts';
import type { Scene, Variant } from './variant.ts';

const peopleCount = 20;

/** A member, and what the tail does with their cards. */
interface Person {
  readonly id: string;
  readonly lost: string;
  readonly released: string;
  readonly added: string;
}

/**
 * Cards were given, blocked and released in the tail (D345). Each change is there afterwards, or the row of its
 * reference is listed, so that somebody sends it again.
 */
export const lostReferences: Variant = {
  title: 'cards were given, blocked and released in the tail',
  begin: async ({ stack, violations }) => {
    const at = { stack, tenant: await createBareTenant(stack, 'Cards') };
    const people: Person[] = [];
    for (let n = 0; n < peopleCount; n += 1) people.push(await enrol(at, n));
    let rows: ReadonlyMap<string, string> = new Map();
    return {
      inTail: async () => {
        for (const person of people) await change(at, person);
        // A lost row of a new reference has an id that nobody can read afterwards.
        rows = await readRowIds(at);
      },
      atRest: async (listed) => {
        for (const person of people) await checkPerson({ at, violations, listed, rows }, person);
        for (const person of people) await change(at, person);
        for (const person of people) await checkPerson({ at, violations, listed: new Set(), rows }, person);
      },
    };
  },
};

const enrol = async (at: TenantAt, n: number): Promise<Person> => {
  const name = `person-${n.toString()}`;
  const { id } = await make(at, '/members', { externalRef: name });
  const [lost, released, added] = [`${name}-lost`, `${name}-released`, `${name}-added`];
  for (const reference of [lost, released]) await put(at, id, { reference });
  return { id, lost, released, added };
};

const put = (at: TenantAt, id: string, body: object): Promise<unknown> =>
  make(at, `/members/${id}/references`, body, 'PUT');

const change = async (at: TenantAt, { id, lost, released, added }: Person): Promise<void> => {
  await put(at, id, { reference: lost, state: 'BLOCKED' });
  await put(at, id, { reference: added });
  await make(at, `/members/${id}/references/release`, { reference: released });
};

const readRowIds = ({ stack, tenant }: TenantAt): Promise<ReadonlyMap<string, string>> =>
  withDatabase(stack.now().databaseUrl, async (db) => {
    const rows = await db.query<{ reference: string; id: string }>(
      `SELECT m.external_ref AS reference, m.id FROM members m
         JOIN environments e ON e.id = m.environment_id WHERE e.tenant_id = $1`,
      [tenant.tenantId],
    );
    return new Map(rows.map(({ reference, id }) => [reference, id]));
  });

interface Checking extends Pick<Scene, 'violations'> {
  readonly at: TenantAt;
  readonly listed: Listed;
  /** The ids of rows by their references, as they were in the tail. */
  readonly rows: ReadonlyMap<string, string>;
}

const checkPerson = async (
  { at, violations, listed, rows }: Checking,
  { id, lost, released, added }: Person,
): Promise<void> => {
  const { text } = await askPatiently(at, { method: 'GET', path: `/members/${id}/references` });
  const { references } = JSON.parse(text) as {
    readonly references: readonly { readonly reference: string; readonly state: string }[];
  };
  const stateOf = (name: string) => references.find(({ reference }) => reference === name)?.state ?? 'NONE';
  const wanted = [
    [lost, 'BLOCKED'],
    [added, 'ACTIVE'],
    [released, 'NONE'],
  ] as const;
  for (const [name, state] of wanted)
    if (stateOf(name) !== state && !listed.has(rows.get(name) ?? ''))
      violations.add('management write gone, not listed', `${name} is ${stateOf(name)}, not ${state}`);
};
