import type { EnvironmentId, MemberId } from '@loyalty/kernel';

/** Identifies a member of any environment. */
export interface TierMemberKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export const mapKeyOf = ({ environmentId, memberId }: TierMemberKey): string =>
  `${environmentId.toString()}/${memberId}`;

/** Environments and ids, as parameters of statements. */
export const valuesOfKeys = (names: readonly TierMemberKey[]): unknown[] => [
  names.map(({ environmentId }) => environmentId),
  names.map(({ memberId }) => memberId),
];
