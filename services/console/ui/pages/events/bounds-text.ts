import { shownText } from '../../model/shown-text.ts';
import { wordOf } from '../../words/index.ts';
import type { Bound, PayloadField } from './payload-form.ts';
import { eventWords } from './words.ts';

const boundText = ([keyword, text]: Bound): string => {
  const texts: Readonly<Record<string, (text: string) => string>> = eventWords.boundTexts;
  return (Object.hasOwn(texts, keyword) ? texts[keyword]?.(text) : undefined) ?? `${keyword} ${text}`;
};

/** Returns a choice as a person reads it: texts without their quotes. */
export const choiceText = (choice: string): string => shownText(choice.replace(/^"(.*)"$/s, '$1'));

/** Returns the bounds of a field in a few words. */
export const boundsText = ({ type, bounds, choices }: PayloadField): string => {
  const named = type === '' || choices.length > 0 ? [] : [wordOf(eventWords.types, type)];
  const allowed = choices.length === 0 ? [] : [eventWords.oneOf(choices.map(choiceText).join(', '))];
  return shownText([...named, ...allowed, ...bounds.map(boundText)].join(', '));
};
