import type { Schemas } from '@loyalty/client';
import { namedText, shownText } from '../../../model/shown-text.ts';
import { memberWords } from '../words.ts';

/** These are the parts of a member's transaction that its line shows. */
type Transaction = Pick<
  Schemas['MemberTransaction'],
  | 'operation'
  | 'transactionRef'
  | 'returnRef'
  | 'ref'
  | 'pointsAwarded'
  | 'pointsRedeemed'
  | 'pointsReversed'
  | 'pointsRefunded'
>;

/**
 * Returns the reference that the caller gave the transaction; that of a return is its own, not the receipt's.
 */
export const refOf = ({ returnRef, ref, transactionRef }: Transaction): string =>
  returnRef ?? ref ?? transactionRef ?? '';

type WithoutText<Value> = Value extends unknown ? (string extends Value ? never : Value) : never;

/** The operations that the contract lists; a newer API may have more. */
type KnownOperation = WithoutText<Schemas['DecidedOperation']>;

/** Says what each operation gave the member, or took. One that is added to the contract does not compile without its line. */
const pointsBy: Readonly<Record<KnownOperation, (transaction: Transaction) => number>> = {
  evaluate: ({ pointsAwarded = 0 }) => pointsAwarded,
  event: ({ pointsAwarded = 0 }) => pointsAwarded,
  redeem: ({ pointsRedeemed = 0 }) => -pointsRedeemed,
  return: ({ pointsReversed = 0 }) => -pointsReversed,
  capture: () => 0,
  void: ({ pointsRefunded = 0 }) => pointsRefunded,
};

const isKnown = (operation: string): operation is KnownOperation => Object.hasOwn(pointsBy, operation);

/** Returns points by their sign; null for an operation that this build does not know. */
export const pointsOf = (transaction: Transaction): number | null =>
  isKnown(transaction.operation) ? pointsBy[transaction.operation](transaction) : null;

const names: Readonly<Record<KnownOperation, string>> = memberWords.receipts.operations;

export const operationText = (operation: string): string =>
  isKnown(operation) ? names[operation] : memberWords.receipts.unknownOperation(operation);

/** Author and store in words, as far as they are known and the API has said so. */
export const actTexts = ({
  author = null,
  storeRef = null,
}: Pick<Schemas['MemberTransaction'], 'author' | 'storeRef'>): readonly string[] => {
  const { authors, by, at } = memberWords.receipts;
  return [
    ...(author === null ? [] : [by(whoIs(author, authors))]),
    ...(storeRef === null ? [] : [at(namedText(storeRef))]),
  ];
};

type AuthorTexts = Readonly<Record<string, (name: string) => string>>;

/** A kind that this build does not know has its name. */
const whoIs = ({ kind, id, name }: Schemas['Author'], texts: AuthorTexts): string => {
  const shown = shownText(name ?? id);
  return Object.hasOwn(texts, kind) ? (texts[kind]?.(shown) ?? shown) : shown;
};
