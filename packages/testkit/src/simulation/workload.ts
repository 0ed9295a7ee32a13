import {
  accountKeyOf,
  deniedSchemaId,
  outgoing,
  type Kind,
  type SimulatedMessage,
} from './simulated-message.ts';
import { changeConfiguration } from './losses/configurations.ts';
import type { MemoryBrokerTransaction } from '../memory-broker.ts';
import type { World } from './world.ts';

const gapMsMax = 120;
const repeatMsMax = 4_000;
const messagesPerSchema = 40;
const transactionChance = 0.4;
const transactionMsMax = 1_000;
/** Longer than a broker leaves a transaction open that its producer has abandoned, to this world. */
const hangingMsMax = 30_000;

/**
 * Writes the messages of a run one after the other, and some of them again later, in the same lane or another
 * of their engine.
 */
export class Workload {
  readonly #world: World;
  #left: number;
  #repeats = 0;
  #number = 0;
  /** The transaction that is written to, and how many are open. */
  #transaction: MemoryBrokerTransaction | null = null;
  #open = 0;

  constructor(world: World) {
    this.#world = world;
    this.#left = world.profile.messages;
    for (let n = 0; n < world.profile.backlog; n += 1) this.#write(this.#draw());
    this.#schedule();
  }

  get isDone(): boolean {
    return this.#left === 0 && this.#repeats === 0 && this.#open === 0;
  }

  #draw(): SimulatedMessage {
    const { random, profile } = this.#world;
    this.#number += 1;
    const kind = this.#drawKind();
    const whose = {
      member: `m${random.below(profile.members).toString()}`,
      environmentId: random.between(1, 2),
    };
    if (random.chance(profile.eraseChance)) this.#world.erasing.add(accountKeyOf(whose));
    return {
      ...whose,
      ref: `r${this.#number.toString()}`,
      operation: random.chance(profile.redeemChance) ? 'redeem' : 'evaluate',
      amount: random.between(1, 100),
      kind,
      // The newest schema comes into use during the run.
      schemaId: kind === 'denied' ? deniedSchemaId : Math.ceil(this.#number / messagesPerSchema),
    };
  }

  #drawKind(): Kind {
    const { random, profile } = this.#world;
    if (random.chance(profile.badChance)) return random.pick(profile.badKinds);
    if (random.chance(profile.otherChance)) return 'other';
    return random.chance(profile.heavyChance) ? 'heavy' : 'good';
  }

  #write(message: SimulatedMessage): void {
    const { broker, turns, random, brokerSkewMs, lanes } = this.#world;
    broker.now = turns.nowMs + brokerSkewMs;
    const ways = lanes.filter(({ operation }) => operation === message.operation);
    const transaction = this.#drawTransaction();
    broker.append(outgoing(random.pick(ways).topic, this.#withDeadline(message)), transaction);
    this.#world.wakeConsumers();
  }

  /** Null for a message outside of transactions. Several messages may be in one, and several transactions open. */
  #drawTransaction(): MemoryBrokerTransaction | null {
    const { hasTransactions, random, broker, turns } = this.#world;
    if (!hasTransactions || !random.chance(transactionChance)) return null;
    if (this.#transaction !== null && random.chance(0.7)) return this.#transaction;
    const transaction = broker.beginTransaction();
    this.#transaction = transaction;
    this.#open += 1;
    const run = (): void => {
      if (this.#transaction === transaction) this.#transaction = null;
      this.#open -= 1;
      broker.now = turns.nowMs + this.#world.brokerSkewMs;
      broker.endTransaction(transaction, random.pick(['commit', 'abort']));
      this.#world.wakeConsumers();
    };
    const afterMs = random.below(random.pick([transactionMsMax, transactionMsMax, hangingMsMax]));
    turns.atServer('a transaction ends', run, { afterMs });
    return transaction;
  }

  /** Gives each call of a redeem its own deadline if commits may be lost. */
  #withDeadline(message: SimulatedMessage): SimulatedMessage {
    const { turns, losses } = this.#world;
    if (losses === null || message.operation === 'evaluate') return message;
    return { ...message, notAfterMs: turns.nowMs + losses.profile.waitMs };
  }

  #perhapsChangeConfiguration(): void {
    const { losses, random, servers } = this.#world;
    if (losses === null || servers.database.isAway) return;
    if (random.chance(losses.profile.configurationChance))
      changeConfiguration(this.#world, random.between(1, 2));
  }

  #next(): void {
    const { random, profile } = this.#world;
    const message = this.#draw();
    this.#left -= 1;
    this.#write(message);
    if (random.chance(profile.repeatChance)) this.#repeat(message);
    this.#perhapsChangeConfiguration();
    if (this.#left > 0) this.#schedule();
  }

  #repeat(message: SimulatedMessage): void {
    const { turns, random } = this.#world;
    this.#repeats += 1;
    const run = (): void => {
      this.#repeats -= 1;
      this.#write(message);
    };
    turns.atServer(`${message.ref} is sent again`, run, { afterMs: random.below(repeatMsMax) });
  }

  #schedule(): void {
    const { turns, random } = this.#world;
    const run = (): void => {
      this.#next();
    };
    turns.atServer('a message is sent', run, { afterMs: random.below(gapMsMax) });
  }
}
