import { type JsonSchema, openapiDocument } from './openapi-document.ts';
import { documentedOperations } from './operations.ts';
import { membersOf, referencesIn, schemaPlaces, targetOf } from './testing/schema-places.ts';

/** Generators of typed clients need more from the document than a validator does. */
const { components } = openapiDocument;

const typesOf = (schema: JsonSchema): readonly unknown[] => [schema['type']].flat();

const placesWhere = (isFaulty: (schema: JsonSchema) => boolean): readonly string[] =>
  schemaPlaces.filter(({ schema }) => isFaulty(schema)).map(({ at }) => at);

describe('numbers', () => {
  it('state their width', () => {
    const widths = { integer: ['int32', 'int64'], number: ['double'] };
    const faulty = placesWhere((schema) => {
      const [type, ...others] = typesOf(schema).filter((each) => each !== 'null');
      if ((type !== 'integer' && type !== 'number') || others.length > 0) return false;
      return !widths[type].includes(String(schema['format']));
    });
    expect(faulty).toEqual([]);
  });

  it('of 32 bits cannot be larger, and those that can are of 64', () => {
    const faulty = placesWhere(({ format, minimum = 0, maximum = 0 }) => {
      const largest = Math.max(Math.abs(Number(minimum)), Math.abs(Number(maximum)));
      return format === 'int32' && largest > 2 ** 31;
    });
    expect(faulty).toEqual([]);
    for (const name of ['Points', 'PositivePoints', 'Cents', 'PositiveCents']) {
      expect(components.schemas[name]).toMatchObject({ format: 'int64', maximum: Number.MAX_SAFE_INTEGER });
    }
  });
});

describe('types', () => {
  it('are one for each value, or none', () => {
    expect(placesWhere((schema) => typesOf(schema).filter((each) => each !== 'null').length > 1)).toEqual([]);
  });

  it('have no constant but texts', () => {
    expect(placesWhere((schema) => 'const' in schema && typeof schema['const'] !== 'string')).toEqual([]);
  });

  it('are those of a component, which is no reference with keywords beside it', () => {
    expect(Object.entries(components.schemas).filter(([, schema]) => '$ref' in schema)).toEqual([]);
  });
});

describe('the parameters of a path', () => {
  it('stand in each of its operations (D314)', () => {
    for (const {
      object,
      operation: { path },
      item,
    } of documentedOperations) {
      const inPath = (object.parameters ?? []).flatMap(({ $ref }) => {
        const parameter = components.parameters[$ref.replace('#/components/parameters/', '')];
        return parameter?.in === 'path' ? parameter.name : [];
      });
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([path, inPath.toSorted()]).toEqual([path, expected.toSorted()]);
      expect(item).not.toHaveProperty('parameters');
    }
  });
});

describe('the body of a webhook', () => {
  it('has a name, and so has each of its parts', () => {
    const webhooks = openapiDocument.webhooks as Readonly<
      Record<string, { readonly post: { readonly requestBody: { readonly content: object } } }>
    >;
    const names = Object.values(webhooks).flatMap(({ post }) => referencesIn(post.requestBody.content));
    expect(new Set(names).size).toBe(Object.keys(webhooks).length);
    const inline = reachedFrom(webhooks).flatMap((name) =>
      schemaPlaces.filter(
        ({ at, schema }) => at.startsWith(`schemas/${name}/`) && schema['properties'] !== undefined,
      ),
    );
    expect(inline.map(({ at }) => at)).toEqual([]);
  });
});

describe('what may be null', () => {
  it('may be something else too', () => {
    expect(placesWhere((schema) => typesOf(schema).every((type) => type === 'null'))).toEqual([]);
  });

  it('is a type and null where it is plain, and a choice of a reference and null where it is named', () => {
    const faulty = placesWhere((schema) => {
      const [branch, nothing] = (schema['oneOf'] ?? []) as readonly JsonSchema[];
      if (branch === undefined || nothing?.['type'] !== 'null') return false;
      const target = targetOf(targetOf(branch));
      return ['properties', 'additionalProperties', 'oneOf', 'enum'].every(
        (keyword) => target[keyword] === undefined,
      );
    });
    expect(faulty).toEqual([]);
  });
});

describe('lists of values', () => {
  it('have names of their own', () => {
    const faulty = schemaPlaces.filter(
      ({ at, schema }) =>
        (schema['enum'] ?? schema['x-extensible-enum']) !== undefined && at.split('/').length > 2,
    );
    expect(faulty).toEqual([]);
  });

  it('that may grow stand in responses only', () => {
    const asked = documentedOperations.flatMap(({ object }) =>
      reachedFrom([object.parameters, object.requestBody]),
    );
    const growing = asked.filter((name) => components.schemas[name]?.['x-extensible-enum'] !== undefined);
    expect(growing).toEqual([]);
  });
});

describe('a record in several shapes', () => {
  // Generators differ in what they make of `allOf`, so each shape has all fields.
  it.each(['ApiKeySuccessor', 'RevokedApiKey'])('%s has the fields of ApiKey as they are there', (name) => {
    const { ApiKey: plain = {}, [name]: shape = {} } = components.schemas;
    const fields = membersOf(plain, 'properties').filter(([field]) => field !== 'key');
    expect(Object.fromEntries(membersOf(shape, 'properties'))).toMatchObject(Object.fromEntries(fields));
    expect(shape['required']).toEqual(expect.arrayContaining(plain['required'] as unknown[]));
  });
});

describe('a choice of schemas', () => {
  it('is made by one member with one value for each schema', () => {
    const faulty = placesWhere((schema) => {
      const branches = (schema['oneOf'] ?? []) as readonly JsonSchema[];
      if (branches.length === 0 || branches.some(({ type }) => type === 'null')) return false;
      const { mapping = {} } = (schema['discriminator'] ?? {}) as { mapping?: Record<string, string> };
      const targets = Object.values(mapping);
      return new Set(targets).size !== targets.length || targets.length !== branches.length;
    });
    expect(faulty).toEqual([]);
    expect(placesWhere((schema) => schema['anyOf'] !== undefined || schema['allOf'] !== undefined)).toEqual(
      [],
    );
  });

  const variants = schemaPlaces.filter(({ schema }) => schema['x-variants'] !== undefined);

  it.each(variants)(
    '$at is shown with all members of its variants, and asks for what all ask for',
    (place) => {
      const leaves = leavesOf(place.schema);
      const known = new Set(leaves.flatMap((leaf) => membersOf(leaf, 'properties').map(([name]) => name)));
      expect(
        membersOf(place.schema, 'properties')
          .map(([name]) => name)
          .sort(),
      ).toEqual([...known].sort());
      const required = leaves.map((leaf) => new Set((leaf['required'] ?? []) as readonly string[]));
      const common = [...known].filter((name) => required.every((names) => names.has(name)));
      expect([...((place.schema['required'] ?? []) as readonly string[])].sort()).toEqual(common.sort());
    },
  );

  const shaped = schemaPlaces.filter(({ schema }) => schema['x-shaped-by'] !== undefined);

  it.each(shaped)('$at is shown with all members of its shapes', ({ schema }) => {
    const { member, mapping } = schema['x-shaped-by'] as { member: string; mapping: object };
    const known = Object.values(mapping).flatMap(($ref: string) => leavesOf({ $ref }));
    const names = new Set(known.flatMap((leaf) => membersOf(leaf, 'properties').map(([name]) => name)));
    const shown = membersOf(schema, 'properties').find(([name]) => name === member)?.[1] ?? {};
    expect(
      membersOf(targetOf(shown), 'properties')
        .map(([name]) => name)
        .sort(),
    ).toEqual([...names].sort());
  });
});

/** The objects among which a schema chooses, through any number of levels. */
const leavesOf = (schema: JsonSchema): readonly JsonSchema[] => {
  const target = targetOf(schema);
  const chosen = referencesIn([target['x-variants'], target['oneOf'] ?? []]);
  return chosen.length === 0 ? [target] : [...new Set(chosen)].flatMap(($ref) => leavesOf({ $ref }));
};

/** The schemas that a part of the document leads to. */
const reachedFrom = (part: unknown, shown = (whole: unknown): unknown => whole): readonly string[] => {
  const reached = new Set<string>();
  const visit = (each: unknown): void => {
    for (const reference of referencesIn(each)) {
      const [, , kind = '', name = ''] = reference.split('/');
      if (reached.has(reference)) continue;
      reached.add(reference);
      visit(shown((components[kind] as Readonly<Record<string, unknown>>)[name]));
    }
  };
  visit(part);
  return [...reached].map((reference) => reference.replace('#/components/schemas/', ''));
};

describe('the components', () => {
  it('are all used', () => {
    const reached = new Set(reachedFrom([openapiDocument.paths, openapiDocument.webhooks]));
    expect(Object.keys(components.schemas).filter((name) => !reached.has(name))).toEqual([]);
  });

  it('have a name of their own, whatever they are', () => {
    const parameters = Object.keys(components.parameters);
    expect(parameters.filter((name) => components.schemas[name] !== undefined)).toEqual([]);
  });
});
