import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseRoles } from '@loyalty/storage/database-roles';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { assignProvider, codeOf, environmentOf, giveReward, openRewardShop } from '../support/reward-shop.ts';
import type { Token } from '../support/search/forms-of.ts';
import { markNow, type Mark } from '../support/search/mark.ts';
import { searchDatabase } from '../support/search/search-database.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import type { TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const word = (): string => randomBytes(12).toString('hex');
const tokenOf = (what: string, text: string, core = text): Token => ({ what, text, core });
const core = { ref: `r${word()}`, name: `n${word()}`, email: `e${word()}`, reason: `w${word()}` };
const digits = randomInt(100_000_000_000, 281_000_000_000_000).toString().padEnd(15, '7');
const externalRef = `Kunde-${core.ref}`;
const [name, email, phone] = [`Ünal ${core.name}`, `${core.email}@example.com`, `+${digits}`];
const secret = `secret-${randomUUID()}`;
const ungiven = `pool-${randomUUID()}`;
const tokens: Token[] = [
  tokenOf('ref', externalRef, core.ref),
  tokenOf('name', name, core.name),
  tokenOf('email', email, core.email),
  tokenOf('phone', phone, digits),
  tokenOf('reason', core.reason),
  tokenOf('secret', secret),
  tokenOf('ungiven code', ungiven),
];

let shop: TestTenant;
let receiver: WebhookReceiver;
let owner: StoredRows;
let reader: StoredRows;
let folder: string;
let mark: Mark;
/** A public text of the same tenant, which every search that works finds. */
const shown = tokenOf('label', `label-${randomUUID()}`);

beforeAll(async () => {
  owner = openStoredRows();
  reader = openStoredRows(databaseRoles.read);
  mark = await markNow(owner);
  shop = await openRewardShop('Readers by bytes');
  folder = mkdtempSync(join(tmpdir(), 'readers-'));
  receiver = await openWebhookReceiver(shop);
  // It refuses every delivery, and its responses contain the request's body.
  receiver.status = 500;
  receiver.isEcho = true;
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
  await reader.close();
  await owner.close();
});

/** A member in everything that may name one. */
const live = async (): Promise<void> => {
  const { live: api } = shop;
  const { id } = (await api.post('/members', { externalRef, name, email, phone })).body;
  await api.post('/consent', {
    memberRef: externalRef,
    purpose: 'MARKETING',
    channels: ['EMAIL'],
    granted: true,
    source: `${name} at the till`,
    evidence: { email, phone },
  });
  await api.post('/segments', { name: shown.text, type: 'STATIC' });
  const eventKey = 'club.joined';
  await api.post('/event-definitions', { key: eventKey, name: 'Joined' });
  await api.post('/events', {
    eventKey,
    ref: randomUUID(),
    payload: { customerId: externalRef, name, email, phone },
  });
  // Bodies of requests are logged in the test environment alone.
  await shop.test.post('/members', { externalRef, name, email, phone });
  await api.post(`/members/${id}/ledger/adjust`, { points: 50, reason: core.reason });
  await api.post(`/members/${id}/suspend`, { reason: `${name} ${core.reason}` });
  await api.post('/transactions/evaluate', {
    transactionRef: randomUUID(),
    memberRef: externalRef,
    amount: 1,
  });
  await api.post(`/members/${id}/reinstate`, { reason: email });
  // The first becomes the previous secret.
  const url = `${receiver.url}/other`;
  const endpoint = (await api.post('/webhooks', { url, secret, events: ['member.updated'] })).body.id;
  await api.patch(`/webhooks/${endpoint}`, { secret: `${secret}-next` });
};

const giveCodes = async (): Promise<void> => {
  const generated = await codeOf(shop.live, await giveReward(shop.live, externalRef));
  const path = join(folder, 'codes.txt');
  const given = `pool-${randomUUID()}`;
  writeFileSync(path, `${given}\n${ungiven}\n`);
  await loyaltyctlJson('codes', 'import', path, '--pool', 'films', ...environmentOf(shop));
  await assignProvider(shop, 'films');
  expect(await codeOf(shop.live, await giveReward(shop.live, externalRef))).toBe(given);
  for (const code of [generated, generated.replaceAll('-', ''), given]) tokens.push(tokenOf('code', code));
  const hash = createHash('sha256').update(shop.keys.live).digest('hex');
  tokens.push(tokenOf('hash of a key', hash));
};

/** The places where the bytes must occur, because otherwise nothing is proved. */
const places: readonly (readonly [string, string])[] = [
  ['api_keys', 'hash of a key'],
  ['consents', 'email'],
  ['delivery_errors', 'ref'],
  ['events', 'phone'],
  ['ledger_entries', 'reason'],
  ['member_profiles', 'name'],
  ['members', 'ref'],
  ['pool_codes', 'ungiven code'],
  ['request_logs', 'name'],
  ['reward_codes', 'code'],
  ['rewards', 'code'],
  ['segments', 'label'],
  ['webhook_events', 'ref'],
];

test('control: the tables have codes, hashes, names, addresses, numbers and reasons', async () => {
  await live();
  await giveCodes();
  let missing: readonly (readonly [string, string])[] = places;
  const isStored = async (): Promise<boolean> => {
    const found = await searchDatabase(owner, [...tokens, shown], mark);
    missing = places.filter(
      ([table, what]) => !found.some(([place, token]) => place === table && token === what),
    );
    return missing.length === 0;
  };
  await eventually('all of it is stored, and a receiver has said what it got', isStored).catch(
    () => undefined,
  );
  expect(missing).toEqual([]);
});

test('▲ the readers’ role finds none of them in any column that it may read, nor in samples of ANALYZE', async () => {
  await owner.rowsOf('ANALYZE', []);
  const { tenantId } = shop;
  expect(await searchDatabase(reader, [shown], { tenantId })).toContainEqual(['segments', 'label']);
  expect(await searchDatabase(reader, tokens, { tenantId })).toEqual([]);
});

test('▲ every column that information_schema shows to the readers’ role can be read, and no other', async () => {
  const columns = await reader.rowsOf<{ table: string; columns: string }>(
    `SELECT quote_ident(table_name) AS table, string_agg(quote_ident(column_name), ', ') AS columns
       FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
    [],
  );
  expect(columns.length).toBeGreaterThan(50);
  for (const { table, columns: names } of columns)
    await reader.rowsOf(`SELECT ${names} FROM ${table} LIMIT 1`, []);
  const [hidden] = await reader.rowsOf<{ found: string[] | null }>(
    `SELECT array_agg(table_name || '.' || column_name) AS found FROM information_schema.columns
      WHERE table_schema = 'public'
        AND (column_name IN ('secret', 'previous_secret', 'hash', 'email', 'phone', 'external_ref', 'payload', 'messages')
             OR (column_name = 'code' AND table_name IN ('rewards', 'reward_codes', 'pool_codes')))`,
    [],
  );
  expect(hidden?.found).toBeNull();
});
