import { readSecuredUrl } from '@loyalty/kernel';
import { classifyFailure, type Queryable } from '@loyalty/storage';
import {
  findStoredSchema,
  findStoredSchemaId,
  storeRegisteredSchema,
} from '@loyalty/storage/registered-schemas';
import { createSchemaRegistry, type SchemaRegistry } from './schema-registry.ts';

export interface RegistryPlace {
  /** As `createSchemaRegistry` takes it. */
  readonly address: string;
  readonly database: Queryable;
}

export interface StoredRegistryOptions extends RegistryPlace {
  /** Default: the one at the address. */
  readonly registry?: SchemaRegistry;
}

/**
 * Creates a registry whose schemas are read from Postgres ({@link storeSchema}). It is asked only for what is
 * not there, or while Postgres is away.
 */
export const createStoredRegistry = ({
  address,
  database,
  registry = createSchemaRegistry(address),
}: StoredRegistryOptions): SchemaRegistry => {
  const name = nameOf(address);
  return {
    findId: async (subject, schemaText) =>
      (await ifThere(findStoredSchemaId(database, name, { subject, schemaText }))) ??
      registry.findId(subject, schemaText),
    findSchema: async (id) =>
      (await ifThere(findStoredSchema(database, name, id))) ?? registry.findSchema(id),
    register: (subject, schemaText) => registry.register(subject, schemaText),
  };
};

export const storeSchema = (
  { address, database }: RegistryPlace,
  schema: Parameters<typeof storeRegisteredSchema>[2],
): Promise<void> => storeRegisteredSchema(database, nameOf(address), schema);

/** Two addresses of one registry are two registries here. */
const nameOf = (address: string): string => readSecuredUrl(address).url.href.replace(/\/$/, '');

/** Returns null while Postgres is away, or lacks the table. */
const ifThere = async <T>(found: Promise<T | null>): Promise<T | null> => {
  try {
    return await found;
  } catch (failure) {
    if (classifyFailure(failure) === 'unknown') throw failure;
    return null;
  }
};
