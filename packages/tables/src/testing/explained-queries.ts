import type { Queryable, Statement } from '@loyalty/storage';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Runs statements, and keeps the names of the indexes by which they read and of the tables that they scan. */
export class ExplainedQueries implements Queryable {
  readonly indexes: string[] = [];
  readonly scannedTables: string[] = [];
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async query<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]> {
    const text = typeof statement === 'string' ? statement : statement.text;
    const rows = await this.#db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    for (const node of rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan: plan }) => nodesOf(plan))) {
      if (node['Index Name'] !== undefined) this.indexes.push(node['Index Name']);
      if (node['Node Type'] === 'Seq Scan') this.scannedTables.push(node['Relation Name'] ?? '');
    }
    return this.#db.query<Row>(statement, values);
  }
}
