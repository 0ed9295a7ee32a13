import type { Schemas } from '@loyalty/client';
import { actorNameOf } from '../../../model/actor-name.ts';
import { namedText } from '../../../model/shown-text.ts';
import { noteWords } from './words.ts';

/** Says who wrote a note. */
export const writtenBy = (author: Schemas['MemberNote']['author']): string =>
  author === null ? noteWords.unknown : noteWords.by(namedText(actorNameOf(author)));
