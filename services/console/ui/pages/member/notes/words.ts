/** The texts of the notes on a member. */
export const noteWords = {
  title: 'Notes',
  open: 'Add note',
  none: 'No notes yet. Write down what the next colleague should know.',
  by: (who: string) => `by ${who}`,
  unknown: 'by an unknown author',
  more: (count: number) => (count === 1 ? 'Show 1 older note' : `Show ${count.toString()} older notes`),
  actions: (day: string) => `Actions on the note of ${day}`,
  add: {
    title: 'Add a note',
    about: (name: string) =>
      `Your colleagues see it on the page of ${name}. It is part of the member’s export, so write what they may read.`,
    text: 'Note',
    hint: 'Up to 2,000 characters. It is deleted when the member is erased.',
    missing: 'Write the note.',
    submit: 'Add note',
    done: 'Note added',
  },
  remove: {
    open: 'Delete note…',
    title: 'Delete this note?',
    about: 'The text is gone for good. The audit log keeps who deleted a note, and when.',
    submit: 'Delete note',
    done: 'Note deleted',
  },
};
