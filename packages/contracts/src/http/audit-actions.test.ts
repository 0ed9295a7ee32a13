import { documentedOperations, type DocumentedOperation } from './operations.ts';

interface Audited extends Pick<DocumentedOperation, 'operation'> {
  readonly object: Pick<DocumentedOperation['object'], 'x-audit'>;
}

/** An export is noted, although it changes nothing (D342). */
const isExport = (path: string): boolean => /\/exports?\b/.test(path);

const faultsOf = ({
  operation: { operationId, method, isPublic, path },
  object: { 'x-audit': action },
}: Audited): string[] => {
  if (isPublic) return action === undefined ? [] : [`${operationId} is nobody's call`];
  if (action === undefined)
    return [`${operationId} needs x-audit: the action that the audit log notes, or none`];
  if (action !== 'none' && !/^[a-z_]+\.[a-z_]+$/.test(action))
    return [`${operationId}: ${action} is no action`];
  return method === 'GET' && action !== 'none' && !isExport(path)
    ? [`${operationId} reads: it leaves nothing`]
    : [];
};

test('every operation of a tenant says what it leaves in the audit log (D208)', () => {
  expect(documentedOperations.flatMap(faultsOf)).toEqual([]);
  const actions = documentedOperations.map(({ operation }) => operation.auditAction);
  expect(new Set(actions).size).toBeGreaterThan(20);
});

test.each([
  ['none at all', {}, 'needs x-audit'],
  ['another form', { 'x-audit': 'Paused' }, 'is no action'],
  ['a read that changes', { 'x-audit': 'campaign.read' }, 'leaves nothing'],
])('%s is found', (_, given, fault) => {
  const found = documentedOperations.find(({ operation }) => operation.operationId === 'getCampaign');
  if (found === undefined) throw new Error('no operation');
  expect(faultsOf({ ...found, object: given })).toEqual([expect.stringContaining(fault)]);
});
