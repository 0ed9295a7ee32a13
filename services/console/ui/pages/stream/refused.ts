import type { Schemas } from '@loyalty/client';
import { namedText } from '../../model/shown-text.ts';
import { streamWords } from './words.ts';

export type Refused = Schemas['RefusedTransaction'];

interface RecordFault {
  readonly pointer: string;
  readonly message: string;
}

/** Returns what is wrong with the fields of a record. */
export const recordFaults = ({ context }: Pick<Refused, 'context'>): readonly RecordFault[] => {
  const { errors } = context as { readonly errors?: unknown };
  return Array.isArray(errors) ? (errors as readonly RecordFault[]) : [];
};

const textOf = (context: object, name: 'reason' | 'detail'): string | null => {
  const value = (context as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Returns what the decoder says of a record that could not be read. */
export const unreadableText = ({ code, context }: Pick<Refused, 'code' | 'context'>): string | null =>
  code === 'UNREADABLE' ? textOf(context, 'detail') : null;

/** Says why a record had no effect, and what can be done. */
export const refusalSentence = ({
  code,
  context,
  transactionRef,
}: Pick<Refused, 'code' | 'context' | 'transactionRef'>): string => {
  const reason = textOf(context, 'reason');
  if (code === 'UNREADABLE') return unreadableSentence(reason);
  if (code === 'VALIDATION_ERROR')
    return transactionRef === null ? streamWords.notValid : streamWords.notValidNamed;
  if (code === 'PROCESSING_FAILED') return streamWords.givenUp(reason === null ? null : namedText(reason));
  return knownText(streamWords.sentences, code) ?? streamWords.otherCode(namedText(code));
};

const unreadableSentence = (reason: string | null): string =>
  reason === null
    ? streamWords.unreadable
    : (knownText(streamWords.reasons, reason) ?? streamWords.otherReason(namedText(reason)));

const knownText = (texts: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;

interface CodeCount {
  readonly code: string;
  readonly count: number;
}

/** Returns how many have each code, the most frequent first. */
export const countsByCode = (refused: readonly Pick<Refused, 'code'>[]): readonly CodeCount[] => {
  const counts = new Map<string, number>();
  for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
};

/** Returns the partitions that can be chosen: those of the stream, of what is shown, and the chosen one. */
export const partitionsToChoose = (
  known: readonly number[],
  refused: readonly Pick<Refused, 'source'>[],
  chosen: number | undefined,
): readonly number[] => {
  const seen = refused.flatMap(({ source }) => (source === null ? [] : [source.partition]));
  const all = new Set([...known, ...seen, ...(chosen === undefined ? [] : [chosen])]);
  return [...all].toSorted((one, other) => one - other);
};
