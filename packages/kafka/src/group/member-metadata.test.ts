import { AssignerProtocol } from 'kafkajs';
import { decodeAssignment, decodeMember, encodeAssignment, encodeMember } from './assignor.ts';

const owned = [
  { topic: 'b', partition: 3 },
  { topic: 'b', partition: 5 },
];

test('what a member had comes back as it was sent', () => {
  const metadata = encodeMember({ topics: ['c', 'b', 'a'], owned, generation: 7, canStore: true });
  expect(decodeMember('m', metadata)).toEqual({
    memberId: 'm',
    topics: ['a', 'b', 'c'],
    owned,
    generation: 7,
    canStore: true,
  });
});

test('a member says that it cannot store; what else it says is as earlier releases read it', () => {
  const said = { topics: ['a'], owned: [{ topic: 'a', partition: 1 }], generation: 7 };
  const metadata = encodeMember({ ...said, canStore: false });
  expect(decodeMember('m', metadata)).toEqual({ memberId: 'm', ...said, canStore: false });
  const { userData } = AssignerProtocol.MemberMetadata.decode(metadata) ?? {};
  expect(JSON.parse(String(userData))).toMatchObject({ generation: 7, owned: [[0, 1]] });
});

test.each([Buffer.alloc(0), Buffer.from('of another client')])(
  'a member that does not say what it had, had nothing',
  (userData) => {
    const metadata = AssignerProtocol.MemberMetadata.encode({ version: 1, topics: ['a'], userData });
    expect(decodeMember('m', metadata)).toEqual({
      memberId: 'm',
      topics: ['a'],
      owned: [],
      generation: -1,
      canStore: true,
    });
  },
);

test('an assignment comes back as it was made, and one of no bytes is empty', () => {
  expect(decodeAssignment(encodeAssignment(owned))).toEqual(owned);
  expect(decodeAssignment(Buffer.alloc(0))).toEqual([]);
});
