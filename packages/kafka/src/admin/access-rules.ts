import type { AclEntry, Kafka } from 'kafkajs';
import { withAdmin } from '../metadata.ts';

/** Kafka's numbers: kafkajs' names of them cannot be imported by an ES module. */
const resources = { TOPIC: 2, GROUP: 3, CLUSTER: 4 } as const;
const patterns = { LITERAL: 3, PREFIXED: 4 } as const;
const operations = {
  READ: 3,
  WRITE: 4,
  CREATE: 5,
  ALTER: 7,
  DESCRIBE: 8,
  DESCRIBE_CONFIGS: 10,
  ALTER_CONFIGS: 11,
} as const;
const allow = 3;

/** A permission of a principal. Reading and writing include describing. Everything else is refused. */
export interface AccessRule {
  readonly principal: string;
  readonly resource: keyof typeof resources;
  readonly name: string;
  readonly pattern: keyof typeof patterns;
  readonly operations: readonly (keyof typeof operations)[];
}

export const grantAccess = (kafka: Kafka, rules: readonly AccessRule[]): Promise<void> =>
  withAdmin(kafka, async (admin) => {
    await admin.createAcls({ acl: rules.flatMap(entriesOf) });
  });

/* eslint-disable @typescript-eslint/no-unsafe-enum-assignment -- these are the numbers of those enums. */
const entriesOf = ({ principal, resource, name, pattern, operations: allowed }: AccessRule): AclEntry[] =>
  allowed.map((operation) => ({
    principal,
    host: '*',
    resourceType: resources[resource],
    resourceName: name,
    resourcePatternType: patterns[pattern],
    operation: operations[operation],
    permissionType: allow,
  }));
/* eslint-enable @typescript-eslint/no-unsafe-enum-assignment -- nowhere else are numbers enums. */
