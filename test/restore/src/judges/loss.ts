import type { RestoredStack } from '../servers/restored-stack.ts';

/** The document of `restore verify --json`, as far as the drill reads it. */
export interface LossDocument {
  readonly facts: number;
  readonly isComplete: boolean;
  readonly missing: { readonly calls: number; readonly redeems: number; readonly repeated: number };
  readonly repeated: readonly {
    readonly environmentId: number;
    readonly type: string;
    readonly isGone: boolean;
  }[];
}

/** Runs `restore verify`, which exits with 1 while anything is missing. */
export const readLoss = async (stack: RestoredStack, since: string): Promise<LossDocument> => {
  const { stdout, stderr } = await stack.run(['restore', 'verify', '--since', since, '--json']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as LossDocument;
};

/** Returns the acknowledged writes that the document does not name. */
export const unlisted = (document: LossDocument, wanted: ReadonlyMap<string, string>): readonly string[] => {
  const text = JSON.stringify(document);
  return [...wanted].filter(([id]) => !text.includes(id)).map(([id, what]) => `${what} ${id}`);
};

/**
 * Returns what Kafka should have brought back and has not. Of tenants who are gone nothing comes back, nor do members whom only a call had
 * enrolled. From a copy of Kafka results come back with other ids: only requests without any result are missing.
 */
export const notRepeated = (
  { repeated, missing }: LossDocument,
  { lostEnvironment, isCopy }: { readonly lostEnvironment: number; readonly isCopy: boolean },
): readonly string[] => [
  ...repeated
    .filter(({ environmentId }) => environmentId !== lostEnvironment)
    .filter(({ type, isGone }) =>
      isCopy ? isGone && type === 'transaction.processed' : type !== 'member.enrolled',
    )
    .map(({ environmentId, type }) => `${type} of ${environmentId.toString()}`),
  ...(missing.redeems === 0 || isCopy ? [] : [`${missing.redeems.toString()} redeems`]),
];
