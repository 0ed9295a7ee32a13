import { namesOption, positiveOption, flagOption, textOption, type ValuesOf } from '@loyalty/stack/drill';

export const options = {
  only: namesOption('only these: queries, rest, or names of faults'),
  restMinutes: positiveOption('minutes in which nothing may fire before the first fault', 10),
  watchSeconds: positiveOption('the minimum time for which each fault is watched', 120),
  pictures: textOption('FOLDER', 'at the end, draw every dashboard from the results of its queries, as SVG'),
  exercise: positiveOption(
    'a seed: plant eight faults one after another; each stays until a line of standard input names it',
    null,
  ),
  from: positiveOption('the first fault of the exercise, as its place in the order of the seed', 1),
  list: flagOption('only list the faults'),
};

export type Options = ValuesOf<typeof options>;
