// Gives the registry the rules for its own topics, as Kafka's administrator: the catalogue of topics, and so `loyaltyctl access grant`, does
// not know them. Runs in the image of loyaltyctl, which has the client.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, Kafka, ResourcePatternTypes } =
  createRequire('/app/')('kafkajs');

const secret = (name) => readFileSync(`/run/loyalty/${name}`, 'utf8');
const admin = new Kafka({
  brokers: [process.env.KAFKA_BROKERS],
  ssl: { ca: [secret('authority.pem')] },
  sasl: { mechanism: 'scram-sha-512', username: 'admin', password: secret('kafka-password') },
}).admin();

const rule = (resourceType, resourceName, resourcePatternType) => ({
  principal: 'User:registry',
  host: '*',
  permissionType: AclPermissionTypes.ALLOW,
  operation: AclOperationTypes.ALL,
  resourceType,
  resourceName,
  resourcePatternType,
});

await admin.connect();
await admin.createAcls({
  acl: [
    rule(AclResourceTypes.TOPIC, 'kafkasql-', ResourcePatternTypes.PREFIXED),
    rule(AclResourceTypes.TOPIC, 'registry-events', ResourcePatternTypes.LITERAL),
    rule(AclResourceTypes.GROUP, 'registry-', ResourcePatternTypes.PREFIXED),
  ],
});
await admin.disconnect();
