import type { InboundRecord } from '@loyalty/kafka';
import { positionKeyOf } from '@loyalty/kernel';
import { unpackMessages } from '@loyalty/streams/outbox';
import type { MemoryTransaction, ToyEffect } from '../memory-database.ts';
import { factsOfMembers } from './members/judge-members.ts';
import { givenUpSaidOf } from './simulated-ledger.ts';
import { isGood, messageOf } from './simulated-message.ts';
import type { World } from './world.ts';

export interface MessageJudgeOptions {
  readonly world: World;
  readonly say: (violation: string) => void;
  /** Returns true if some minute had a flood of dead letters of this partition and environment. */
  readonly isFlooded: (name: string) => boolean;
}

/** Knows which facts, replies and dead letters must be published, and which were. */
export class MessageJudge {
  readonly #options: MessageJudgeOptions;
  readonly #published = new Set<string>();
  /** Dead letters that are, or were, in the outbox. */
  readonly #deadLettersPending = new Set<string>();
  /** Facts of everything that is stored. */
  readonly #factsDue = new Set<string>();
  /** Facts of everything that was ever stored: those of a lost commit may still be published. */
  readonly #factsEver = new Set<string>();
  readonly #saidEver = new Set<string>();
  readonly #givenUpEver = new Set<string>();
  /** The last reply to the caller of each executed request, by reference. */
  readonly #replied = new Map<string, string>();

  constructor(options: MessageJudgeOptions) {
    this.#options = options;
  }

  /** The number of requests whose stored response is not the last reply to their caller. */
  get differences(): number {
    const { effects } = this.#options.world.database;
    return [...this.#replied].filter(([ref, said]) => saidOf(ref, effects.rows.get(ref)) !== said).length;
  }

  /** Returns true if the dead letter is, or was, in the outbox. */
  hasDeadLetter(letter: string): boolean {
    return this.#deadLettersPending.has(letter);
  }

  /** Notes the dead letters of a transaction before the rest of it is judged. */
  noteLetters(tx: MemoryTransaction): void {
    const { database } = this.#options.world;
    const rows = [...database.outbox.draftsOf(tx).values()];
    const left = rows.flatMap((row) => (row === undefined ? [] : unpackMessages(row.messages)));
    for (const message of left)
      if (message.topic === 'loyalty.dead-letters') this.#add(tx, this.#deadLettersPending, keyOf(message));
    for (const place of database.givenUp.draftsOf(tx).keys()) this.#givenUpEver.add(place);
    for (const said of database.refusals.draftsOf(tx).values()) this.#saidEver.add(String(said));
  }

  /**
   * Checks I5: exactly the facts of the stored effects, and of what is given up, are added, and no unpublished
   * row is deleted.
   */
  judgeOutbox(tx: MemoryTransaction, effects: ReadonlyMap<string, ToyEffect>): void {
    const { database } = this.#options.world;
    const added: string[] = [];
    for (const [id, row] of database.outbox.draftsOf(tx)) {
      if (row === undefined) this.#judgeForgetting(id);
      else added.push(...unpackMessages(row.messages).map(keyOf));
    }
    const facts = added.filter((name) => name.startsWith('facts '));
    const said = [...effects].map(([ref, effect]) => saidOf(ref, effect));
    const givenUp = [...database.givenUp.draftsOf(tx).keys()].map((place) => `facts ${givenUpSaidOf(place)}`);
    const due = [...said.map((text) => `facts ${text}`), ...givenUp, ...factsOfMembers(database, tx)];
    if (facts.toSorted().join() !== due.toSorted().join())
      this.#options.say(`I5: a transaction adds ${facts.join(', ')} for ${due.join(', ')}`);
    for (const text of said) this.#saidEver.add(text);
    for (const fact of due) {
      this.#add(tx, this.#factsDue, fact);
      this.#factsEver.add(fact);
    }
  }

  /** Checks I5: every fact, reply and dead letter has its stored effect. */
  judgeRecord(record: InboundRecord): void {
    if (this.#options.world.lanes.some(({ topic }) => topic === record.topic)) return;
    const name = keyOf(record);
    this.#published.add(name);
    if (record.topic === 'loyalty.dead-letters') {
      this.#judgeLetter(record, name);
      return;
    }
    const said = String(record.value);
    const isStored = record.topic === 'facts' ? this.#factsEver.has(name) : this.#saidEver.has(said);
    if (!isStored) this.#options.say(`I5: ${name} tells of what is not stored so`);
    const [ref = ''] = said.split(' ');
    if (record.topic === 'replies' && this.#factsEver.has(`facts ${said}`)) this.#replied.set(ref, said);
  }

  /** Checks I5 at the end: returns what is still in the outbox. */
  unpublished(): string | null {
    const { database } = this.#options.world;
    const [left] = database.outbox.rows.keys();
    if (left !== undefined) return `outbox row ${left} is still there`;
    for (const fact of this.#factsDue) if (!this.#published.has(fact)) return `I5: not published: ${fact}`;
    for (const place of database.givenUp.rows.keys())
      if (!this.#published.has(`letter ${place}`)) return `no dead letter for ${place}`;
    return null;
  }

  /** Notes a message as due. If the commit is lost, it is no longer due, and it counts as unpublished again. */
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
      (message) => !this.#published.has(keyOf(message)),
    );
    if (lost !== undefined)
      this.#options.say(`I5: outbox row ${id} is forgotten before ${keyOf(lost)} is published`);
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

/** Returns the text that is published of an effect. */
const saidOf = (ref: string, effect: ToyEffect | undefined): string =>
  `${ref} ${effect?.balanceAfter.toString() ?? 'is not there'}`;

/** Returns the key of a published message: for a fact its text, for a dead letter its origin. */
const keyOf = ({ topic, value, headers }: Pick<InboundRecord, 'topic' | 'value' | 'headers'>): string => {
  if (topic !== 'loyalty.dead-letters') return `${topic} ${String(value)}`;
  const from = String(headers['loyalty_deadLetterTopic']);
  const partition = Number(headers['loyalty_deadLetterPartition']);
  const consumerGroup = String(headers['loyalty_deadLetterGroup']);
  const place = positionKeyOf({ consumerGroup, topic: from, partition });
  return `letter ${place}/${String(headers['loyalty_deadLetterOffset'])}:${messageOf({ value }).ref}`;
};
