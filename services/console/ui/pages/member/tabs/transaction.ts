import type { Schemas } from '@loyalty/client';
import { namedText, shownText } from '../../../model/shown-text.ts';
import { memberWords } from '../words.ts';

/** These are the parts of a member's transaction that its line shows. */
interface Transaction {
  readonly operation: string;
  readonly transactionRef?: string;
  readonly returnRef?: string;
  readonly ref?: string;
  readonly pointsAwarded?: number;
  readonly pointsRedeemed?: number;
  readonly pointsReversed?: number;
  readonly pointsRefunded?: number;
}

/**
 * Returns the reference that the caller gave the transaction; that of a return is its own, not the receipt's.
 */
export const refOf = ({ returnRef, ref, transactionRef }: Transaction): string =>
  returnRef ?? ref ?? transactionRef ?? '';

/** Returns the points that a transaction gave the member or, with a minus, took. A capture moves none. */
export const pointsOf = (transaction: Transaction): number => {
  const { operation, pointsAwarded = 0, pointsRedeemed = 0 } = transaction;
  const { pointsReversed = 0, pointsRefunded = 0 } = transaction;
  if (operation === 'redeem') return -pointsRedeemed;
  if (operation === 'return') return -pointsReversed;
  if (operation === 'void') return pointsRefunded;
  return operation === 'capture' ? 0 : pointsAwarded;
};

/** Returns the author and the store in words, as far as they are known and the API has sent them. */
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
