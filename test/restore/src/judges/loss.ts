import type { RestoredStack } from '../servers/restored-stack.ts';

/** The document of `restore verify --json`, as far as the drill reads it. */
export interface LossDocument {
  readonly facts: number;
  readonly isComplete: boolean;
  readonly missing: { readonly calls: number; readonly redeems: number; readonly repeated: number };
  readonly repeated: readonly { readonly environmentId: number; readonly type: string }[];
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
 * enrolled.
 */
export const notRepeated = (
  { repeated, missing }: LossDocument,
  lostEnvironment: number,
): readonly string[] => [
  ...repeated
    .filter(({ environmentId, type }) => environmentId !== lostEnvironment && type !== 'member.enrolled')
    .map(({ environmentId, type }) => `${type} of ${environmentId.toString()}`),
  ...(missing.redeems === 0 ? [] : [`${missing.redeems.toString()} redeems`]),
];
