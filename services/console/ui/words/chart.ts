/** The texts of charts on all pages. */
export const chartWords = {
  numbers: 'Numbers',
  time: 'Time, UTC',
  nothing: 'No activity in this period',
  at: (time: string) => `${time} UTC`,
  unfinished: 'so far',
  hint: 'Use the arrow keys to move through the times',
  value: (name: string, value: string) => `${name} ${value}`,
};
