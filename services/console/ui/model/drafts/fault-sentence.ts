import { faultWords as words } from '../../words/faults.ts';

interface Typed {
  /** The field holds this text, as it was typed. */
  readonly typed?: string | undefined;
  /** Writes a bound as the field writes its numbers, where that is not as the API counts: cents as rands. */
  readonly write?: ((bound: number) => string) | undefined;
}

/** A rule of the document, as the API says it, and what is said of it here. */
interface Rule {
  readonly form: RegExp;
  readonly say: (parts: readonly string[], write: Typed['write']) => string;
}

const part = (parts: readonly string[], place: number): string => parts[place] ?? '';

/** Whole cents are rands with two decimals. */
const kindOf = (parts: readonly string[], isWritten: boolean): string =>
  part(parts, 1) === 'an integer' && !isWritten ? words.whole : words.number;

const number = '(an integer|a number)';
const bound = String.raw`(-?[\d.]+)`;
const decimals = String.raw`(?: with at most (\d+) decimals)?`;

const numberRule = (form: string, say: (kind: string, bounds: readonly string[]) => string): Rule => ({
  form: new RegExp(`^must be ${number}${form}${decimals}$`),
  say: (parts, write) => {
    const ends = parts.slice(2, -1).map((text) => (write === undefined ? text : write(Number(text))));
    const said = say(kindOf(parts, write !== undefined), ends);
    const places = part(parts, parts.length - 1);
    return words.end(places === '' ? said : words.decimals(said, places));
  },
});

const rules: readonly Rule[] = [
  { form: /^is required\b/, say: () => words.required },
  { form: /^is not a known field$/, say: () => words.unknownField },
  { form: /^must have at least one visible character$/, say: () => words.visible },
  { form: /^must not have invisible characters$/, say: () => words.allVisible },
  numberRule(` from ${bound} to ${bound}`, (kind, [low = '', high = '']) => words.range(kind, low, high)),
  numberRule(` > ${bound} and ≤ ${bound}`, (kind, [low = '', high = '']) => words.aboveUpTo(kind, low, high)),
  numberRule(` > ${bound}`, (kind, [low = '']) => words.above(kind, low)),
  numberRule(` ≥ ${bound}`, (kind, [low = '']) => words.least(kind, low)),
  numberRule(` ≤ ${bound}`, (kind, [high = '']) => words.most(kind, high)),
  numberRule('', (kind) => kind),
  {
    form: /^must be a string of (\d+) to (\d+) characters$/,
    say: ([, low = '', high = '']) => textRule(low, high),
  },
  { form: /^must be a string of at most (\d+) characters$/, say: ([, high = '']) => words.longest(high) },
  { form: /^must be a string of at least (\d+) characters$/, say: ([, low = '']) => words.shortest(low) },
  { form: /^must be an array of (\d+) to (\d+) items$/, say: ([, , high = '']) => words.itemsMost(high) },
  { form: /^must be an array of at most (\d+) items$/, say: ([, high = '']) => words.itemsMost(high) },
  { form: /^must be an object of at most (\d+) members$/, say: ([, high = '']) => words.itemsMost(high) },
  { form: /^must be true or false$/, say: () => words.choose('yes, no') },
  { form: /^must be an array of at least (\d+) items$/, say: ([, low = '']) => words.itemsLeast(low) },
  { form: /^must be an? (?:string|array|object)$/, say: () => words.required },
  { form: /^must be (?:a valid|an) ISO 8601 date/, say: () => words.day },
  { form: /^must be an ISO 4217 currency code/, say: () => words.currency },
  { form: /^must be a UUID$/, say: () => words.id },
  { form: /^must be a URI$/, say: () => words.address },
  { form: /^must be one of (.+)$/, say: ([, values = '']) => words.choose(values) },
  { form: /^must not be before \w+$/, say: () => words.notBefore },
  { form: /^must not be less than \w+$/, say: () => words.notLess },
  {
    form: /^must have at most (\d+) levels and (\d+) comparisons$/,
    say: ([, levels = '', leaves = '']) => words.tree(levels, leaves),
  },
  { form: /^needs (.+)$/, say: ([, names = '']) => words.needs(names) },
  { form: /^must be at most (\d+) bytes of JSON$/, say: ([, most = '']) => words.bytes(most) },
];

const textRule = (least: string, most: string): string =>
  least === '1' ? words.longest(most) : words.characters(least, most);

/** Returns the sentence about a field that breaks a rule of the document, with what was typed in it. */
export const faultSentence = (
  message: string,
  pointer: string,
  { typed = '', write }: Typed = {},
): string => {
  const bare = withoutNull(message);
  if (typed.trim() === '' && asksForSomething(bare))
    return words.fields[lastNameOf(pointer)] ?? words.required;
  const said = sentenceOf(bare, write);
  if (said === null) return words.other(bare);
  return typed.trim() === '' ? said : withTyped(bare, said, typed);
};

/** Null is how a program says that a field is empty. */
const withoutNull = (message: string): string => message.replace(/,? or null$/, '');

const sentenceOf = (message: string, write: Typed['write']): string | null => {
  for (const { form, say } of rules) {
    const parts = form.exec(message);
    if (parts !== null) return say(parts, write);
  }
  return null;
};

/** An empty field breaks a rule about its content only because it is empty. */
const asksForSomething = (message: string): boolean =>
  /^is required\b|^must be an? (?:string|integer|number)\b|visible character$/.test(message);

/** A number or a day that was typed is repeated; a text may be as long as its field. */
const withTyped = (message: string, said: string, typed: string): string =>
  /^must be an? (?:integer|number)\b|ISO|UUID|URI/.test(message) ? words.typed(typed.trim(), said) : said;

const lastNameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Returns true if the message is one for which there is a sentence of ours. */
export const hasSentence = (message: string): boolean => sentenceOf(withoutNull(message), undefined) !== null;
