import { openapiDocument } from '@loyalty/contracts/http';
import { fieldErrorsOf } from '../../packages/contracts/src/http/field-errors.ts';
import { hasSentence } from '../../services/console/ui/model/drafts/fault-sentence.ts';

type Fault = Parameters<typeof fieldErrorsOf>[0][number];

interface Schema {
  readonly type?: unknown;
  readonly 'x-says'?: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns every schema with a type within a part of the document. */
const schemasIn = (part: unknown): readonly Schema[] => {
  if (!isObject(part)) return [];
  const inner = Object.values(part).flatMap(schemasIn);
  return 'type' in part && !isObject((part as Schema).type) ? [part, ...inner] : inner;
};

const messageOf = (parentSchema: Schema): string =>
  fieldErrorsOf([{ keyword: 'type', instancePath: '', parentSchema } as unknown as Fault])[0]?.message ?? '';

const { schemas } = (openapiDocument as unknown as { components: { schemas: Record<string, unknown> } })
  .components;

test('the console has a sentence of its own for every rule that a body can break', () => {
  const rules = schemasIn(schemas).filter((schema) => schema['x-says'] === undefined);
  expect(rules.length).toBeGreaterThan(500);
  const messages = [...new Set(rules.map(messageOf))];
  // A single value is a tag, which a form sets by itself.
  const isTag = (message: string): boolean => /^must be [\w*.:/-]+$/.test(message);
  expect(messages.filter((message) => !hasSentence(message) && !isTag(message))).toEqual([]);
});
