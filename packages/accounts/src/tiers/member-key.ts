import type { EnvironmentId, MemberId } from '@loyalty/kernel';

/** Names a member of any environment. */
export interface TierMemberKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export const keyOfName = ({ environmentId, memberId }: TierMemberKey): string =>
  `${environmentId.toString()}/${memberId}`;

/** Environments and ids, as statements take them. */
export const valuesOfNames = (names: readonly TierMemberKey[]): unknown[] => [
  names.map(({ environmentId }) => environmentId),
  names.map(({ memberId }) => memberId),
];
