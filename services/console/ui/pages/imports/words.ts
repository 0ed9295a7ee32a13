import { words } from '../../words/index.ts';

/** The texts of the pages of imports. */
export const importWords = {
  title: words.pages.imports,
  about: 'An import brings in the members of another programme with their points, tiers and purchases.',
  source: 'Source',
  states: { OPEN: 'Open', CLOSED: 'Closed' },
  state: 'State',
  members: 'Members',
  points: 'Points',
  opened: 'Opened',
  closed: 'Closed',
  noneTitle: 'No imports yet',
  none: 'An import brings in the members of another programme: each with a reference, a balance, points that expire, lifetime points and purchases. Begin one with loyaltyctl, which reads a CSV or JSON file of any size. This test run judges every line and stores none:',
  guide: 'Read the guide “Moving in”',
  command: 'command',
  newSource: 'old-programme',
  otherSource: 'another-programme',
  facts: {
    members: 'Members',
    created: (count: string) => `of these, ${count} are new here`,
    points: 'Points',
    pointsAbout: 'the sum of the imported balances',
    lifetime: 'Lifetime points',
    lifetimeAbout: 'they decide the tiers',
  },
  details: 'Details',
  openedBy: 'Opened by',
  changed: 'Last changed',
  stillOpen: 'not yet',
  signUp: 'Sign-up bonus',
  signUps: { given: 'campaigns can give it', none: 'none, they had signed up before' },
  goOn: 'Import members',
  goOnAbout:
    'Run this command where the file is. It judges every line and stores none; without --check it imports the members. If it is stopped, run it again: members who were imported before stay as they are.',
  over: 'This import is closed',
  overAbout: 'It takes no more members. To bring in others, use another source:',
  close: 'Close import…',
  closing: {
    title: 'Close this import?',
    about:
      'Count the members in your file, and add up their balances. Leave out the lines that were rejected. The import is closed only if it has the same numbers. A closed import takes no more members, and this cannot be undone.',
    members: 'Members that you counted',
    points: 'Points that you counted',
    notWhole: 'Enter a whole number, 0 or more.',
    submit: 'Close import',
    done: (source: string) => `Import “${source}” closed`,
    doneDetail: 'Segments with a rule are now being checked for all members.',
  },
  differs: {
    title: 'The numbers differ, so the import stays open',
    advice:
      'If the import has less, run the same command again and correct the lines that it rejects. If it has more, check whether you left out lines that were imported.',
    counted: 'You counted',
    imported: 'Imported',
    difference: 'Difference',
  },
};
