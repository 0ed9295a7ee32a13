import { unpackMessages, type InboundRecord } from '@loyalty/messaging';
import { positionKeyOf, type MemoryTransaction, type ToyEffect } from '../memory-database.ts';
import { factsOfMembers } from './members/judge-members.ts';
import { isGood, messageOf } from './simulated-message.ts';
import { lanes, type World } from './world.ts';

export interface MessageJudgeOptions {
  readonly world: World;
  readonly say: (violation: string) => void;
  /** True when some minute has seen a flood of dead letters of this partition and environment. */
  readonly isFlooded: (name: string) => boolean;
}

/** Knows what is to be told, and what was: facts, replies and dead letters. */
export class MessageJudge {
  readonly #options: MessageJudgeOptions;
  readonly #published = new Set<string>();
  /** Dead letters that are, or were, in the outbox. */
  readonly #lettersOwed = new Set<string>();
  /** Of everything that is stored. */
  readonly #factsDue = new Set<string>();
  /** Of everything that was ever stored: a lost commit may be told of all the same. */
  readonly #factsEver = new Set<string>();
  readonly #saidEver = new Set<string>();
  readonly #givenUpEver = new Set<string>();
  /** What callers were last told of requests that were executed, by reference. */
  readonly #told = new Map<string, string>();

  constructor(options: MessageJudgeOptions) {
    this.#options = options;
  }

  /** Requests whose answer is not what their caller was last told. */
  get differences(): number {
    const { effects } = this.#options.world.database;
    return [...this.#told].filter(([ref, said]) => saidOf(ref, effects.rows.get(ref)) !== said).length;
  }

  /** True where the dead letter is, or was, in the outbox. */
  owes(letter: string): boolean {
    return this.#lettersOwed.has(letter);
  }

  /** Before the rest of a transaction is judged. */
  noteLetters(tx: MemoryTransaction): void {
    const { database } = this.#options.world;
    const rows = [...database.outbox.draftsOf(tx).values()];
    const left = rows.flatMap((row) => (row === undefined ? [] : unpackMessages(row.messages)));
    for (const message of left)
      if (message.topic === 'loyalty.dead-letters') this.#add(tx, this.#lettersOwed, nameOf(message));
    for (const place of database.givenUp.draftsOf(tx).keys()) this.#givenUpEver.add(place);
    for (const said of database.refusals.draftsOf(tx).values()) this.#saidEver.add(String(said));
  }

  /** I5: exactly the facts of what is stored are added, and nothing is forgotten that was not published. */
  judgeDebts(tx: MemoryTransaction, effects: ReadonlyMap<string, ToyEffect>): void {
    const { database } = this.#options.world;
    const added: string[] = [];
    for (const [id, row] of database.outbox.draftsOf(tx)) {
      if (row === undefined) this.#judgeForgetting(id);
      else added.push(...unpackMessages(row.messages).map(nameOf));
    }
    const facts = added.filter((name) => name.startsWith('facts '));
    const said = [...effects].map(([ref, effect]) => saidOf(ref, effect));
    const due = [...said.map((text) => `facts ${text}`), ...factsOfMembers(database, tx)];
    if (facts.toSorted().join() !== due.toSorted().join())
      this.#options.say(`I5: a transaction adds ${facts.join(', ')} for ${due.join(', ')}`);
    for (const text of said) this.#saidEver.add(text);
    for (const fact of due) {
      this.#add(tx, this.#factsDue, fact);
      this.#factsEver.add(fact);
    }
  }

  /** I5: no fact, reply or dead letter tells of something that is not stored. */
  judgeRecord(record: InboundRecord): void {
    if (lanes.some(({ topic }) => topic === record.topic)) return;
    const name = nameOf(record);
    this.#published.add(name);
    if (record.topic === 'loyalty.dead-letters') {
      this.#judgeLetter(record, name);
      return;
    }
    const said = String(record.value);
    const isStored = record.topic === 'facts' ? this.#factsEver.has(name) : this.#saidEver.has(said);
    if (!isStored) this.#options.say(`I5: ${name} tells of what is not stored so`);
    const [ref = ''] = said.split(' ');
    if (record.topic === 'replies' && this.#factsEver.has(`facts ${said}`)) this.#told.set(ref, said);
  }

  /** I5 at the end: what is still in the outbox. */
  unpublished(): string | null {
    const { database } = this.#options.world;
    const [left] = database.outbox.rows.keys();
    if (left !== undefined) return `outbox row ${left} is still there`;
    for (const fact of this.#factsDue) if (!this.#published.has(fact)) return `I5: nobody was told: ${fact}`;
    for (const place of database.givenUp.rows.keys())
      if (!this.#published.has(`letter ${place}`)) return `no dead letter for ${place}`;
    return null;
  }

  /** Should the commit be lost, it is due no longer, and whatever was published of it is published anew. */
  #add(tx: MemoryTransaction, due: Set<string>, name: string): void {
    if (due.has(name)) return;
    due.add(name);
    tx.undone.push(() => {
      due.delete(name);
      this.#published.delete(name);
    });
  }

  #judgeForgetting(id: string): void {
    const row = this.#options.world.database.outbox.rows.get(id);
    const lost = unpackMessages(row?.messages ?? Buffer.from([1])).find(
      (message) => !this.#published.has(nameOf(message)),
    );
    if (lost !== undefined)
      this.#options.say(`I5: outbox row ${id} is forgotten before ${nameOf(lost)} is published`);
  }

  #judgeLetter(record: InboundRecord, name: string): void {
    const { say, isFlooded } = this.#options;
    const message = messageOf(record);
    const place = name.slice('letter '.length);
    const key = place.slice(0, place.lastIndexOf('/'));
    const isUntried = record.headers['loyalty_deadLetterReason'] === 'QUARANTINED';
    if (isUntried && !isFlooded(`${key}/${message.environmentId.toString()}`))
      say(`${name} is quarantined without a flood of its environment`);
    if (isGood(message) && !isUntried) say(`a good message is a dead letter: ${name}`);
    if (message.kind !== 'unrecordable' && !this.#givenUpEver.has(place))
      say(`${name} is not stored as given up`);
  }
}

/** What is told of an effect. */
const saidOf = (ref: string, effect: ToyEffect | undefined): string =>
  `${ref} ${effect?.balanceAfter.toString() ?? 'is not there'}`;

/** The name under which a published message is remembered: a fact by its text, a dead letter by where it came from. */
const nameOf = ({ topic, value, headers }: Pick<InboundRecord, 'topic' | 'value' | 'headers'>): string => {
  if (topic !== 'loyalty.dead-letters') return `${topic} ${String(value)}`;
  const from = String(headers['loyalty_deadLetterTopic']);
  const partition = Number(headers['loyalty_deadLetterPartition']);
  const consumerGroup = String(headers['loyalty_deadLetterGroup']);
  const place = positionKeyOf({ consumerGroup, topic: from, partition });
  return `letter ${place}/${String(headers['loyalty_deadLetterOffset'])}:${messageOf({ value }).ref}`;
};
