import {
  burnGroup,
  earnGroups,
  fulfilmentGroup,
  logGroupPrefix,
  replyGroupPrefix,
  segmentGroup,
  tierGroup,
  topicAccess,
  webhookGroup,
} from '@loyalty/contracts';
import type { ShownRule } from '../deploy.ts';
import { principals } from '../principals.ts';
import type { SecuredStack } from '../secured-stack.ts';
import { createClient } from '../servers/kafka-client.ts';
import { kafkaSecret } from '../servers/kafka.ts';
import { connectDirectly, type DirectBroker } from './direct-broker.ts';

/** Counts of attempts, and those that went otherwise than the table says. */
export interface Tried {
  readonly tried: number;
  readonly allowed: number;
  readonly faults: readonly string[];
}

/** One thing that a principal tries. */
interface Attempt {
  readonly principal: string;
  readonly text: string;
  readonly mayDo: boolean;
  /** The name of the broker's error. */
  readonly error: string | null;
}

/** Everybody writes and reads every topic; `streams` are those of tenants. */
export const tryTopics = async (
  stack: SecuredStack,
  rules: readonly ShownRule[],
  streams: readonly string[],
): Promise<Tried> => {
  const topics = [...topicAccess.map(({ name }) => name), ...streams];
  const attempts = await asEach(stack, async (principal, broker) => {
    const done: Attempt[] = [];
    for (const topic of topics) {
      const may = (operation: string): boolean =>
        allows(rules, { principal, resource: 'TOPIC', name: topic, operation });
      done.push({ principal, text: `write ${topic}`, mayDo: may('WRITE'), error: await broker.write(topic) });
      done.push({ principal, text: `read ${topic}`, mayDo: may('READ'), error: await broker.read(topic) });
    }
    return done;
  });
  return judged(attempts, 'TOPIC_AUTHORIZATION_FAILED');
};

/** Groups with a common beginning have one for each principal, because a group waits for members that are gone. */
const groupsFor = (principal: string): readonly string[] => [
  ...Object.values(earnGroups),
  burnGroup,
  tierGroup,
  segmentGroup,
  fulfilmentGroup,
  webhookGroup,
  `${replyGroupPrefix}of-${principal}`,
  `${logGroupPrefix}of-${principal}`,
  'of-a-stranger',
];

/** Lets every process try to join every group. */
export const tryGroups = async (stack: SecuredStack, rules: readonly ShownRule[]): Promise<Tried> => {
  const attempts = await asEach(stack, async (principal, broker) => {
    const done: Attempt[] = [];
    for (const group of groupsFor(principal)) {
      const mayDo = allows(rules, { principal, resource: 'GROUP', name: group, operation: 'READ' });
      done.push({ principal, text: `join ${group}`, mayDo, error: await broker.join(group) });
    }
    return done;
  });
  return judged(attempts, 'GROUP_AUTHORIZATION_FAILED');
};

const asEach = async (
  { kafka, authority, passwords }: SecuredStack,
  work: (principal: string, broker: DirectBroker) => Promise<readonly Attempt[]>,
): Promise<readonly Attempt[]> => {
  const attempts: Attempt[] = [];
  for (const principal of principals) {
    const password = passwords.of(kafkaSecret(principal));
    const client = createClient({
      address: kafka.address,
      caPath: authority.caPath,
      user: principal,
      password,
    });
    const broker = await connectDirectly(client);
    attempts.push(...(await work(principal, broker)));
    await broker.close();
  }
  return attempts;
};

interface Wish {
  readonly principal: string;
  readonly resource: string;
  readonly name: string;
  readonly operation: string;
}

const allows = (rules: readonly ShownRule[], { principal, resource, name, operation }: Wish): boolean =>
  rules.some(
    (rule) =>
      rule.principal === `User:${principal}` &&
      rule.resource === resource &&
      (rule.pattern === 'LITERAL' ? rule.name === name : name.startsWith(rule.name)) &&
      rule.operations.includes(operation),
  );

const judged = (attempts: readonly Attempt[], refusal: string): Tried => ({
  tried: attempts.length,
  allowed: attempts.filter(({ mayDo }) => mayDo).length,
  faults: attempts
    .filter(({ mayDo, error }) => (mayDo ? error !== null : error !== refusal))
    .map(({ principal, text, mayDo, error }) => {
      const expected = mayDo ? 'may' : 'may not';
      return `${principal} ${expected} ${text}: ${error ?? 'done'}`;
    }),
});
