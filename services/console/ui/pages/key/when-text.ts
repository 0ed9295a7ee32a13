import { wholeTimeText } from '../../model/times/times.ts';
import { words } from '../../words/index.ts';

/** Returns an instant to the second, in UTC as everywhere. */
export const whenText = (iso: string): string =>
  `${wholeTimeText(iso, new Date().toISOString())} ${words.utc}`;
