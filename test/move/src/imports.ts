import { printLine } from '@loyalty/stack';
import type { Cell } from './cell.ts';
import { type Caller, openShop, sendUntilProcessed, type Shop } from './till.ts';

const source = 'old-programme';
const linesPerCall = 50;
const pointsPerLine = 7;
/** Many enough that the tenant moves in the middle, and within what may be imported in a minute. */
const calls = 400;

/** A shop whose members move in from another programme while the shop itself moves. */
export class ImportedMembers {
  readonly shop: Shop;
  readonly #caller: Caller;
  #sent = 0;
  readonly #sending: Promise<void>;

  private constructor(shop: Shop, movesTo: Cell) {
    this.shop = shop;
    this.#caller = { shop, movesTo, others: new Map() };
    this.#sending = this.#send();
  }

  /** Opens the import, and begins to send calls one after the other. */
  static async begin(from: Cell, movesTo: Cell): Promise<ImportedMembers> {
    const shop = await openShop(from, 'Moved in');
    const opened = await fetch(`${from.baseUrl}/tenants/${shop.tenantId}/imports/${source}`, {
      method: 'PUT',
      headers: { 'X-API-Key': shop.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ signedUp: true }),
    });
    if (opened.status !== 201) throw new Error(`the import was refused: ${await opened.text()}`);
    return new ImportedMembers(shop, movesTo);
  }

  /** The calls that were answered so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Waits until every line is stored, closes the import by what was sent, and returns what is wrong in the other cell. */
  async faults(): Promise<readonly string[]> {
    await this.#sending;
    const members = calls * linesPerCall;
    const counted = { members, points: members * pointsPerLine };
    const closed = await sendUntilProcessed(this.#caller, `/imports/${source}/close`, counted);
    const { state } = JSON.parse(closed) as { readonly state: string };
    const { cell, environmentId } = this.shop;
    const [stored] = await cell.db.query<{ members: number; points: number; cards: number }>(
      `SELECT count(*)::int AS members, sum(points_balance)::int AS points,
              (SELECT count(*)::int FROM members r WHERE r.environment_id = $1 AND r.leads_to IS NOT NULL) AS cards
         FROM members
        WHERE environment_id = $1 AND id IN (SELECT member_id FROM openings WHERE environment_id = $1)`,
      [environmentId],
    );
    printLine(
      `${members.toString()} members with a card each were imported while their shop moved, and the import is ${state}`,
    );
    const isWhole =
      stored?.members === members && stored.points === counted.points && stored.cards === members;
    return isWhole && state === 'CLOSED'
      ? []
      : [
          `of ${JSON.stringify(counted)} imported, ${JSON.stringify(stored)} are there, and the import is ${state}`,
        ];
  }

  async #send(): Promise<void> {
    for (let call = 0; call < calls; call += 1) {
      const lines = Array.from({ length: linesPerCall }, (_, at) => ({
        externalRef: `imported-${call.toString()}-${at.toString()}`,
        references: [{ reference: `card-${call.toString()}-${at.toString()}` }],
        balance: pointsPerLine,
      }));
      await sendUntilProcessed(this.#caller, `/imports/${source}/lines`, { lines });
      this.#sent += 1;
    }
  }
}
