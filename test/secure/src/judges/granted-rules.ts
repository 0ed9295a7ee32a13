import type { ShownRule } from '../deploy.ts';
import type { SecuredStack } from '../secured-stack.ts';
import { createClient } from '../servers/kafka-client.ts';
import { administrator, kafkaSecret } from '../servers/kafka.ts';

/** Kafka's numbers, which kafkajs gives no names in an ES module. */
const any = 1;
const anyOperation = 1;
const resources = new Map([
  [2, 'TOPIC'],
  [3, 'GROUP'],
  [4, 'CLUSTER'],
]);
const patterns = new Map([
  [3, 'LITERAL'],
  [4, 'PREFIXED'],
]);
const operations = new Map([
  [3, 'READ'],
  [4, 'WRITE'],
  [5, 'CREATE'],
  [7, 'ALTER'],
  [8, 'DESCRIBE'],
  [10, 'DESCRIBE_CONFIGS'],
  [11, 'ALTER_CONFIGS'],
]);

/** Compares the broker's rules with those that `access show` prints; returns what one has and the other lacks. */
export const judgeGrantedRules = async (
  stack: SecuredStack,
  shown: readonly ShownRule[],
): Promise<readonly string[]> => {
  const printed = new Set(
    shown.flatMap(({ principal, resource, name, pattern, operations: allowed }) =>
      allowed.map((operation) => [principal, resource, pattern, name, operation].join(' ')),
    ),
  );
  const standing = new Set(await readRules(stack));
  return [
    ...(printed.size > 0 ? [] : ['no rule is shown']),
    ...[...printed].filter((rule) => !standing.has(rule)).map((rule) => `is not granted: ${rule}`),
    ...[...standing].filter((rule) => !printed.has(rule)).map((rule) => `is not shown: ${rule}`),
  ];
};

const readRules = async ({ kafka, authority, passwords }: SecuredStack): Promise<readonly string[]> => {
  const password = passwords.of(kafkaSecret(administrator));
  const client = createClient({
    address: kafka.address,
    caPath: authority.caPath,
    user: administrator,
    password,
  });
  const admin = client.admin();
  await admin.connect();
  try {
    const { resources: found } = await admin.describeAcls({
      resourceType: any,
      resourcePatternType: any,
      operation: anyOperation,
      permissionType: any,
    });

    return found.flatMap(({ resourceType, resourceName, resourcePatternType, acls }) =>
      acls.map(({ principal, operation }) =>
        [
          principal,
          resources.get(resourceType),
          patterns.get(resourcePatternType),
          resourceName,
          operations.get(operation),
        ].join(' '),
      ),
    );
  } finally {
    await admin.disconnect();
  }
};
