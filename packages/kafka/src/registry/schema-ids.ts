import { subjectOf, subjectSchemas, type TopicName } from '@loyalty/contracts';
import { invariant } from '@loyalty/kernel';
import type { SchemaRegistry } from './schema-registry.ts';

/** Returns the id of a schema. It is known once {@link SchemaIds.find} has resolved. */
export type SchemaId = () => number;

/**
 * The ids of the schemas that a process writes. Writers are created before the registry is asked for the ids.
 */
export class SchemaIds {
  readonly #ids = new Map<TopicName, number | null>();

  /** Returns the id of the schema of a topic's values. Call it before `find`. */
  of(topic: TopicName): SchemaId {
    if (!this.#ids.has(topic)) this.#ids.set(topic, null);
    return () => {
      const id = this.#ids.get(topic) ?? null;
      invariant(id !== null, `the id of the schema of ${topic} is known before a message is written`);
      return id;
    };
  }

  /** Finds the unknown ids. Throws a Fault if a schema is not registered or the registry is unavailable. */
  async find(registry: Pick<SchemaRegistry, 'findId'>): Promise<void> {
    for (const [topic, id] of this.#ids)
      if (id === null) this.#ids.set(topic, await findSchemaId(registry, topic));
  }
}

/** Finds the id of our version of a topic's schema. Throws a Fault if it is not registered. */
export const findSchemaId = (registry: Pick<SchemaRegistry, 'findId'>, topic: TopicName): Promise<number> => {
  const subject = subjectOf(topic);
  const schema = subjectSchemas.find((candidate) => candidate.subject === subject);
  invariant(schema !== undefined, `${topic} has a schema`);
  return registry.findId(subject, schema.schemaText);
};
