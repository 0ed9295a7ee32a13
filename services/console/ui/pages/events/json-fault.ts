import { isObject } from '../../model/payload-schema.ts';
import { eventWords } from '../../words/events.ts';

/** What keeps a text from being an object of JSON; null where nothing does. */
export const jsonFault = (text: string): string | null => {
  try {
    return isObject(JSON.parse(text)) ? null : eventWords.form.noObject;
  } catch (error) {
    return eventWords.form.badJson(error instanceof Error ? error.message : '');
  }
};
