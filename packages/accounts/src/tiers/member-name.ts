import type { EnvironmentId, MemberId } from '@loyalty/kernel';

/** Names a member of any environment. */
export interface MemberName {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export const keyOfName = ({ environmentId, memberId }: MemberName): string =>
  `${environmentId.toString()}/${memberId}`;

/** Environments and ids, as statements take them. */
export const valuesOfNames = (names: readonly MemberName[]): unknown[] => [
  names.map(({ environmentId }) => environmentId),
  names.map(({ memberId }) => memberId),
];
