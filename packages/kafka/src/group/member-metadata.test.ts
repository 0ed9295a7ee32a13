import { AssignerProtocol } from 'kafkajs';
import { decodeAssignment, decodeMember, encodeAssignment, encodeMember } from './assignor.ts';

const owned = [
  { topic: 'b', partition: 3 },
  { topic: 'b', partition: 5 },
];

test('what a member had comes back as it was sent', () => {
  const metadata = encodeMember({ topics: ['c', 'b', 'a'], owned, generation: 7 });
  expect(decodeMember('m', metadata)).toEqual({
    memberId: 'm',
    topics: ['a', 'b', 'c'],
    owned,
    generation: 7,
  });
});

test.each([Buffer.alloc(0), Buffer.from('of another client')])(
  'a member that does not say what it had, had nothing',
  (userData) => {
    const metadata = AssignerProtocol.MemberMetadata.encode({ version: 1, topics: ['a'], userData });
    expect(decodeMember('m', metadata)).toEqual({ memberId: 'm', topics: ['a'], owned: [], generation: -1 });
  },
);

test('an assignment comes back as it was made, and one of no bytes is empty', () => {
  expect(decodeAssignment(encodeAssignment(owned))).toEqual(owned);
  expect(decodeAssignment(Buffer.alloc(0))).toEqual([]);
});
