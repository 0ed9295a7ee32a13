/** The schema registry, stored schemas, and the ids of schemas that a process writes. */

export { findSchemaId, type SchemaId, SchemaIds } from './registry/schema-ids.ts';
export {
  createSchemaRegistry,
  giveRegistryId,
  readRegistryId,
  type SchemaRegistry,
} from './registry/schema-registry.ts';
export { createStoredRegistry, storeSchema } from './registry/stored-registry.ts';
