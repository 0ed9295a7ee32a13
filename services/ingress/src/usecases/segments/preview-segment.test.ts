import type { SegmentPreviewOutcome } from './preview-segment.ts';
import type { EnvironmentId } from '@loyalty/kernel';

import { createPreviewSegment } from './preview-segment.ts';

const rules = { operator: 'AND', conditions: [{ field: 'points_balance', op: 'gt', value: 0 }] } as const;
const callOf = (environmentId: number) => ({
  environmentId: environmentId as EnvironmentId,
  rules,
  sampleSize: 3,
});

const previewed: SegmentPreviewOutcome = {
  outcome: 'previewed',
  preview: { matchCount: 1, sampleMemberIds: [] },
};

interface End {
  readonly resolve: (outcome: SegmentPreviewOutcome) => void;
  readonly reject: (failure: Error) => void;
}

/** Counts that end when the test says, in the order in which they began. */
const heldCounts = () => {
  const ends: End[] = [];
  const preview = createPreviewSegment(
    () => new Promise((resolve, reject) => void ends.push({ resolve, reject })),
  );
  return { ends, preview };
};

const busy = { outcome: 'busy' };

test('two previews run at a time; a third is refused at once, and taken when one has ended', async () => {
  const { ends, preview } = heldCounts();
  const [first, second] = [preview(callOf(1)), preview(callOf(2))];
  expect(await preview(callOf(3))).toEqual(busy);
  ends[0]?.resolve(previewed);
  expect(await first).toEqual(previewed);
  const third = preview(callOf(3));
  for (const { resolve } of ends) resolve(previewed);
  expect(await Promise.all([second, third])).toEqual([previewed, previewed]);
  expect(ends).toHaveLength(3);
});

test('▲ an environment has one preview at a time', async () => {
  const { ends, preview } = heldCounts();
  const first = preview(callOf(1));
  expect(await preview(callOf(1))).toEqual(busy);
  ends[0]?.resolve({ outcome: 'too-slow' });
  expect(await first).toEqual({ outcome: 'too-slow' });
});

test('a preview that fails keeps nobody away', async () => {
  const { ends, preview } = heldCounts();
  const failed = preview(callOf(1));
  ends[0]?.reject(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  const again = preview(callOf(1));
  ends[1]?.resolve(previewed);
  expect(await again).toEqual(previewed);
});
