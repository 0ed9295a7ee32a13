import { namesOption, positiveOption, flagOption, textOption, type ValuesOf } from '@loyalty/stack/drill';

export const options = {
  only: namesOption('only these of: queries, rest, and the names of faults'),
  restMinutes: positiveOption('how long nothing may fire before the first fault', 10),
  watchSeconds: positiveOption('how long each fault is watched at least', 120),
  pictures: textOption('FOLDER', 'at the end, draw every dashboard from what its queries return, as SVG'),
  exercise: positiveOption(
    'a seed: plant eight faults one after the other; each stays until a line of standard input says what it is',
    null,
  ),
  from: positiveOption('the first fault of the exercise, by its place in the order of the seed', 1),
  list: flagOption('list the faults, and start nothing'),
};

export type Options = ValuesOf<typeof options>;
