import { deniedSchemaId, outgoing, type Kind, type SimulatedMessage } from './simulated-message.ts';
import { lanes, type World } from './world.ts';

const badKinds: readonly Kind[] = ['bytes', 'denied', 'poison', 'refused', 'turned-down'];
const gapMsMax = 120;
const repeatMsMax = 4_000;

/** Writes the messages of a run one after the other, some of them again later, by the same lane or the other. */
export const startWorkload = (world: World): { isDone: () => boolean } => {
  const { random, temper, turns, broker } = world;
  let left = temper.messages;
  let repeats = 0;
  let number = 0;

  const draw = (): SimulatedMessage => {
    number += 1;
    const kind = random.chance(temper.badChance) ? random.pick(badKinds) : 'good';
    return {
      ref: `r${number.toString()}`,
      member: `m${random.below(temper.members).toString()}`,
      amount: random.between(1, 100),
      kind,
      // The newest schema comes into use while the run goes on.
      schemaId: kind === 'denied' ? deniedSchemaId : Math.ceil(number / 40),
    };
  };

  const write = (message: SimulatedMessage): void => {
    broker.now = turns.nowMs + world.brokerSkewMs;
    broker.append(outgoing(random.pick(lanes).topic, message));
    world.wakeConsumers();
  };

  const repeat = (message: SimulatedMessage): void => {
    repeats += 1;
    const run = (): void => {
      repeats -= 1;
      write(message);
    };
    turns.atServer(`${message.ref} is sent again`, run, { afterMs: random.below(repeatMsMax) });
  };

  const next = (): void => {
    const message = draw();
    left -= 1;
    write(message);
    if (random.chance(temper.repeatChance)) repeat(message);
    if (left > 0) schedule();
  };

  const schedule = (): void => {
    turns.atServer('a message is sent', next, { afterMs: random.below(gapMsMax) });
  };

  for (let n = 0; n < temper.backlog; n += 1) write(draw());
  schedule();
  return { isDone: () => left === 0 && repeats === 0 };
};
