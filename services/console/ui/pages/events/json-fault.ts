import { isObject } from './payload-schema.ts';
import { eventWords } from './words.ts';

/** Returns why a text is not a JSON object; null if it is one. */
export const jsonFault = (text: string): string | null => {
  try {
    return isObject(JSON.parse(text)) ? null : eventWords.form.noObject;
  } catch (error) {
    return eventWords.form.badJson(error instanceof Error ? error.message : '');
  }
};
