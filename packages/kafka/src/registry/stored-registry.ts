import { readSecuredUrl } from '@loyalty/kernel';
import { classifyFailure, type Queryable } from '@loyalty/storage';
import {
  findStoredSchema,
  findStoredSchemaId,
  storeRegisteredSchema,
} from '@loyalty/storage/registered-schemas';
import { createSchemaRegistry, type SchemaRegistry } from './schema-registry.ts';

interface RegistryPlace {
  readonly address: string;
  readonly database: Queryable;
}

interface StoredRegistryOptions extends RegistryPlace {
  readonly registry?: SchemaRegistry;
  /**
   * It is called before each question to the registry, and throws if it is not the database's
   * (D131).
   */
  readonly confirm?: () => Promise<void>;
}

/**
 * Creates a registry that is asked only for schemas that Postgres lacks ({@link storeSchema}), or while
 * Postgres is unavailable.
 */
export const createStoredRegistry = ({
  address,
  database,
  registry = createSchemaRegistry(address),
  confirm = () => Promise.resolve(),
}: StoredRegistryOptions): SchemaRegistry => {
  const name = nameOf(address);
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    await confirm();
    return question();
  };
  return {
    findId: async (subject, schemaText) =>
      (await ifThere(findStoredSchemaId(database, name, { subject, schemaText }))) ??
      ask(() => registry.findId(subject, schemaText)),
    findSchema: async (id) =>
      (await ifThere(findStoredSchema(database, name, id))) ?? ask(() => registry.findSchema(id)),
    register: (subject, schemaText) => registry.register(subject, schemaText),
  };
};

export const storeSchema = (
  { address, database }: RegistryPlace,
  schema: Parameters<typeof storeRegisteredSchema>[2],
): Promise<void> => storeRegisteredSchema(database, nameOf(address), schema);

/** Two addresses of one registry are two registries here. */
const nameOf = (address: string): string => readSecuredUrl(address).url.href.replace(/\/$/, '');

const ifThere = async <T>(found: Promise<T | null>): Promise<T | null> => {
  try {
    return await found;
  } catch (failure) {
    if (classifyFailure(failure) === 'unknown') throw failure;
    return null;
  }
};
