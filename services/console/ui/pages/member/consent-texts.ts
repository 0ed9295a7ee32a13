import { wordOf } from '../../words/index.ts';
import { memberWords as words } from './words.ts';

/** Says by which channels a member may be addressed, in one text for each purpose; empty if by none. */
export const consentTexts = (
  current: readonly { readonly purpose: string; readonly channel: string; readonly granted: boolean }[],
): readonly string[] => {
  const granted = current.filter((consent) => consent.granted);
  return [...new Set(granted.map(({ purpose }) => purpose))].map((purpose) => {
    const channels = granted.filter((consent) => consent.purpose === purpose);
    const names = channels.map(({ channel }) => wordOf(words.channels, channel));
    return words.contact.consents(wordOf(words.purposes, purpose), names.join(', '));
  });
};
