import { linesOf, listOfPaste } from './typed-list.ts';

it('a list has one item on each line, whatever is in it', () => {
  expect(linesOf('0417\r\n\n 0093 \nCape Town, Long Street\n')).toEqual([
    '0417',
    '0093',
    'Cape Town, Long Street',
  ]);
});

it.each(['0417\n0093\n', '0417\t0093', '0417, 0093', '0417;0093', '\n0417\r\n0093'])(
  'what is pasted is a list: %j',
  (text) => {
    expect(listOfPaste(text)).toEqual(['0417', '0093']);
  },
);
