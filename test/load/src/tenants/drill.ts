import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printLine, startOwnStack, type OwnStack, type Verdicts } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { onlyRow, type Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { judgeRest, judgeSides } from './judge.ts';
import { loadTenants } from './load-tenants.ts';
import { measureRest, untilJobsRest } from './measure-rest.ts';
import { measureSide, type Side, type SideFigures, type TenantsRun } from './measure-side.ts';
import { openModelTenant } from './model-tenant.ts';
import { options, type TenantsOptions } from './options.ts';
import { withReceiptSender } from './receipt-sender.ts';
import { countStatements } from './statements-at-rest.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const fewTenants = 10;

const about = `
Loads tenants with 10 campaigns and 20 segments each, five of them dynamic, on a stack of its own in .loyalty/tenants. Measures the same
load on ten of them and on many in turn, and what all services cost at rest. Exit code 1: a promise was broken.`;

export const drill = defineDrill({
  about,
  options,
  run: async (values, verdicts) => {
    printLine('Starting a stack in .loyalty/tenants');
    const stack = await startOwnStack({ root, home: join(root, '.loyalty/tenants') });
    try {
      await countStatements(stack);
      await withDatabase(stack.now().databaseUrl, (db) => runAll({ stack, options: values }, db, verdicts));
    } finally {
      await stack.stop();
    }
  },
});

/** Loads the tenants, measures few and many of them in turn, then the stack at rest. */
const runAll = async (
  { stack, options }: { readonly stack: OwnStack; readonly options: TenantsOptions },
  db: Database,
  verdicts: Verdicts,
): Promise<void> => {
  printLine('Loading tenants');
  const model = await openModelTenant(stack.now(), db);
  const tenants = await loadTenants(db, { model: model.environmentId, tenants: options.tenants });
  await untilJobsRest(db);
  await withReceiptSender(stack.now(), db, async (send) => {
    const run = { stack, options, send };
    const few = { name: `${fewTenants.toString()} tenants`, tenants: tenants.slice(0, fewTenants) };
    printLine('Warming up');
    await measureSide(run, few);
    const active = {
      name: `${options.active.toString()} tenants`,
      tenants: tenants.slice(0, options.active),
    };
    const first = await compare(run, verdicts, { few, many: active, within: 0.2 });
    const all = { name: `all ${tenants.length.toString()} tenants`, tenants };
    await compare(run, verdicts, { few, many: all, within: 0.3, first });
  });
  printLine('At rest');
  const sql = 'SELECT count(*) AS count FROM environments';
  const environments = onlyRow(await db.query<{ count: number }>(sql), 'a count').count;
  const seconds = options.idleSeconds;
  judgeRest(verdicts, await measureRest({ stack, db, tenant: model, environments, seconds }), seconds);
};

interface Comparison {
  readonly few: Side;
  readonly many: Side;
  readonly within: number;
  /** The figures of few before anything else was measured. Default: those of the first round. */
  readonly first?: SideFigures;
}

/** Measures few and many in turn and judges. Returns the first figures of few. */
const compare = async (
  run: TenantsRun,
  verdicts: Verdicts,
  { few, many, within, first }: Comparison,
): Promise<SideFigures> => {
  printLine(`${many.name} beside ${few.name}`);
  const figures: Record<'few' | 'many', SideFigures[]> = { few: [], many: [] };
  for (let round = 1; round <= run.options.rounds; round += 1) {
    figures.few.push(await measureSide(run, few));
    figures.many.push(await measureSide(run, many));
  }
  const before = first ?? figures.few[0];
  if (before === undefined) throw new Error('--rounds must be 1 or more');
  judgeSides(verdicts, { what: many.name, few: figures.few, many: figures.many, within }, before);
  return before;
};
