/** A schema, with its names resolved. A record that contains itself is a cycle. */
export type SchemaNode = PrimitiveNode | NamedNode | ArrayNode | MapNode | UnionNode;

export type NamedNode = RecordNode | EnumNode | FixedNode;

export interface PrimitiveNode {
  readonly kind: 'primitive';
  readonly type: PrimitiveType;
  readonly logicalType: string | null;
}

interface NodeName {
  /** The name includes its namespace, such as `loyalty.EvaluateRequest`. */
  readonly name: string;
  /** The aliases include their namespaces. */
  readonly aliases: readonly string[];
}

export interface RecordNode extends NodeName {
  readonly kind: 'record';
  readonly fields: readonly FieldNode[];
}

export interface FieldNode {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: SchemaNode;
  /** The default is JSON; undefined means that there is none. */
  readonly default: unknown;
}

export interface EnumNode extends NodeName {
  readonly kind: 'enum';
  readonly symbols: readonly string[];
  readonly default: string | null;
}

export interface FixedNode extends NodeName {
  readonly kind: 'fixed';
  readonly size: number;
}

export interface ArrayNode {
  readonly kind: 'array';
  readonly items: SchemaNode;
}

export interface MapNode {
  readonly kind: 'map';
  readonly values: SchemaNode;
}

export interface UnionNode {
  readonly kind: 'union';
  readonly branches: readonly SchemaNode[];
}

const primitives = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const;
export type PrimitiveType = (typeof primitives)[number];

/** Messages of ours have 3 KB with all their texts. A larger text is refused before it is parsed. */
const textLengthMax = 131_072;

/** Types and values nest no deeper: each level takes some frames of the stack, and ours nest 3 deep. */
export const levelMax = 64;

/**
 * Reads a schema as Avro's specification declares it. Anybody may have written it: throws a plain Error if it is none, is
 * longer than 128 Ki characters, or nests deeper than {@link levelMax}. The error repeats names up to 100 characters.
 */
export const parseSchema = (text: string): SchemaNode => {
  if (text.length > textLengthMax) throw new Error(`it has more than ${textLengthMax.toString()} characters`);
  const place: Place = { named: new Map(), namespace: '', level: 0 };
  return nodeOf(JSON.parse(text), place);
};

interface Place {
  /** The keys are names with their namespaces. */
  readonly named: Map<string, NamedNode>;
  readonly namespace: string;
  readonly level: number;
}

type Declaration = Readonly<Record<string, unknown>>;

const nodeOf = (schema: unknown, around: Place): SchemaNode => {
  if (typeof schema === 'string') return referenceOf(schema, around, null);
  if (typeof schema !== 'object' || schema === null)
    throw new Error('a type is neither a name nor an object');
  checkLevel(around.level + 1);
  const place: Place = { named: around.named, namespace: around.namespace, level: around.level + 1 };
  if (Array.isArray(schema)) return unionOf(schema, place);
  return declaredOf(schema as Declaration, place);
};

/** The specification has one branch of each type without a name, and so there are few. */
const unionOf = (schema: readonly unknown[], place: Place): UnionNode => {
  const branches = schema.map((one) => nodeOf(one, place));
  const types = new Set(branches.map(typeOf));
  if (types.size < branches.length) throw new Error('a union has a type twice');
  return { kind: 'union', branches };
};

const typeOf = (node: SchemaNode): string => {
  if (node.kind === 'primitive') return node.type;
  return 'name' in node ? node.name : node.kind;
};

export const checkLevel = (level: number): void => {
  if (level > levelMax) throw new Error(`types nest deeper than ${levelMax.toString()} levels`);
};

const declaredOf = (schema: Declaration, place: Place): SchemaNode => {
  const { type } = schema;
  switch (type) {
    case 'record':
    case 'error':
      return recordOf(schema, place);
    case 'enum':
      return enumOf(schema, place);
    case 'fixed':
      return fixedOf(schema, place);
    case 'array':
      return { kind: 'array', items: nodeOf(schema['items'], place) };
    case 'map':
      return { kind: 'map', values: nodeOf(schema['values'], place) };
  }
  const { logicalType } = schema;
  return typeof type === 'string'
    ? referenceOf(type, place, typeof logicalType === 'string' ? logicalType : null)
    : nodeOf(type, place);
};

const isPrimitive = (name: string): name is PrimitiveType => (primitives as readonly string[]).includes(name);

/** Names without a dot are looked for in the namespace around them, then among those without a namespace. */
const referenceOf = (name: string, { named, namespace }: Place, logicalType: string | null): SchemaNode => {
  if (isPrimitive(name)) return { kind: 'primitive', type: name, logicalType };
  const found = named.get(qualified(name, namespace)) ?? named.get(name);
  if (found === undefined) throw new Error(`the type ${shown(name)} is not declared`);
  return found;
};

const qualified = (name: string, namespace: string): string =>
  name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;

/** A text of the schema, cut to what a message can hold. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 100));

/** Returns the name of a type, and the place of what it contains. */
const nameOf = (schema: Declaration, place: Place): NodeName & { readonly within: Place } => {
  const given = textIn(schema, 'name');
  const namespace =
    typeof schema['namespace'] === 'string' && !given.includes('.') ? schema['namespace'] : place.namespace;
  const name = qualified(given, namespace);
  if (place.named.has(name)) throw new Error(`the type ${shown(name)} is declared twice`);
  const own = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '';
  const aliases = textsIn(schema, 'aliases').map((alias) => qualified(alias, own));
  return { name, aliases, within: { named: place.named, namespace: own, level: place.level } };
};

const recordOf = (schema: Declaration, place: Place): RecordNode => {
  const { name, aliases, within } = nameOf(schema, place);
  const fields: FieldNode[] = [];
  const record: RecordNode = { kind: 'record', name, aliases, fields };
  // Before its fields, which may name it.
  place.named.set(name, record);
  const seen = new Set<string>();
  for (const field of listIn(schema, 'fields')) {
    const read = fieldOf(field, within);
    if (seen.has(read.name)) throw new Error(`the field ${shown(read.name)} is declared twice`);
    seen.add(read.name);
    fields.push(read);
  }
  return record;
};

const fieldOf = (field: unknown, within: Place): FieldNode => {
  if (typeof field !== 'object' || field === null) throw new Error('a field is no object');
  const declared = field as Declaration;
  return {
    name: textIn(declared, 'name'),
    aliases: textsIn(declared, 'aliases'),
    type: nodeOf(declared['type'], within),
    default: declared['default'],
  };
};

const enumOf = (schema: Declaration, place: Place): EnumNode => {
  const { name, aliases } = nameOf(schema, place);
  const byDefault = schema['default'];
  const symbols = listIn(schema, 'symbols').map(textOf);
  const node: EnumNode = {
    kind: 'enum',
    name,
    aliases,
    symbols,
    default: typeof byDefault === 'string' ? byDefault : null,
  };
  place.named.set(name, node);
  return node;
};

const fixedOf = (schema: Declaration, place: Place): FixedNode => {
  const { name, aliases } = nameOf(schema, place);
  const { size } = schema;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    throw new Error(`the fixed ${shown(name)} has no size`);
  const node: FixedNode = { kind: 'fixed', name, aliases, size };
  place.named.set(name, node);
  return node;
};

const textIn = (schema: Declaration, member: string): string => {
  const value = schema[member];
  if (typeof value !== 'string' || value === '') throw new Error(`a type or field has no ${member}`);
  return value;
};

const listIn = (schema: Declaration, member: string): readonly unknown[] => {
  const value = schema[member];
  if (!Array.isArray(value)) throw new Error(`a type has no ${member}`);
  return value as readonly unknown[];
};

const textsIn = (schema: Declaration, member: string): readonly string[] =>
  schema[member] === undefined ? [] : listIn(schema, member).map(textOf);

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('a name is no text');
  return value;
};

export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Two schemas with the same text have values of the same bytes. Namespaces, documentation and defaults are not in it. */
export const wireFormOf = (node: SchemaNode, seen = new Map<SchemaNode, number>()): string => {
  const place = seen.get(node);
  if (place !== undefined) return `#${place.toString()}`;
  const formOf = (inner: SchemaNode): string => wireFormOf(inner, seen);
  if (node.kind === 'primitive') return node.type;
  // By its place from the second time on: types that name each other twice would double the text each time.
  seen.set(node, seen.size);
  switch (node.kind) {
    case 'record':
      return `${namedForm(node)}{${node.fields.map(({ name, type }) => `${JSON.stringify(name)}:${formOf(type)}`).join()}}`;
    case 'enum':
      return `${namedForm(node)}${JSON.stringify(node.symbols)}`;
    case 'fixed':
      return `${namedForm(node)}${node.size.toString()}`;
    case 'array':
      return `array<${formOf(node.items)}>`;
    case 'map':
      return `map<${formOf(node.values)}>`;
    case 'union':
      return `union<${node.branches.map(formOf).join()}>`;
  }
};

const namedForm = ({ kind, name }: NamedNode): string => `${kind} ${JSON.stringify(shortName(name))} `;
