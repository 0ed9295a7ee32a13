/** Texts of charts, wherever they stand. */
export const chartWords = {
  numbers: 'Numbers',
  time: 'Time, UTC',
  nothing: 'Nothing happened in this time',
  at: (time: string) => `${time} UTC`,
  unfinished: 'so far',
  hint: 'Arrow keys walk through the times',
  value: (name: string, value: string) => `${name} ${value}`,
};
