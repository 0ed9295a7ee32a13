import { Kafka, logLevel } from 'kafkajs';
import { FetchControl } from './fetch-control.ts';

const one = { topic: 't', partition: 1 };
const two = { topic: 't', partition: 2 };

/** Records the calls to kafkajs, one line each. */
const recordingControl = () => {
  const calls: string[] = [];
  const note =
    (what: string) =>
    (list: readonly { readonly partitions?: readonly number[] }[] = []) => {
      for (const { partitions = [] } of list) calls.push(`${what} ${partitions.join()}`);
    };
  const control = new FetchControl({
    seek: ({ partition, offset }) => calls.push(`seek ${partition.toString()} ${offset}`),
    pause: note('pause'),
    resume: note('resume'),
  });
  return { control, calls: () => calls.splice(0) };
};

test('▲ a kafkajs consumer without a group gets no calls, and nothing is thrown', () => {
  const kafka = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: 'never-run' });
  expect(() => {
    consumer.seek({ topic: 't', partition: 1, offset: '5' });
  }).toThrow('Consumer group was not initialized');
  const control = new FetchControl(consumer);
  control.seek(one, 5);
  control.pause([one, two]);
  control.resume([one]);
  control.halt(two, 7);
  control.joined();
  control.seek(two, 8);
});

test('any other error of kafkajs is a defect and is rethrown', () => {
  const consumer = new Kafka({ brokers: ['127.0.0.1:1'] }).consumer({ groupId: 'never-run' });
  expect(() => {
    new FetchControl(consumer).seek(one, -5);
  }).toThrow('must not be a negative number');
});

test('a halted partition stays at its offset until a seek, whatever else is resumed', () => {
  const { control, calls } = recordingControl();
  control.halt(one, 7);
  expect(calls()).toEqual(['seek 1 7', 'pause 1']);
  control.resume([one, two]);
  expect(calls()).toEqual(['resume 2']);
  control.seek(one, 9);
  expect(calls()).toEqual(['seek 1 9', 'resume 1']);
  control.resume([one]);
  expect(calls()).toEqual(['resume 1']);
});

test('a partition that its owner paused stays paused after a seek', () => {
  const { control, calls } = recordingControl();
  control.pause([one]);
  control.halt(one, 7);
  calls();
  control.seek(one, 9);
  expect(calls()).toEqual(['seek 1 9']);
  control.resume([one]);
  expect(calls()).toEqual(['resume 1']);
});

test('a join ends all halts', () => {
  const { control, calls } = recordingControl();
  control.halt(one, 7);
  calls();
  control.joined();
  expect(calls()).toEqual(['resume 1']);
  control.seek(one, 9);
  expect(calls()).toEqual(['seek 1 9']);
});
