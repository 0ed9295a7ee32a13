import { operations, type OperationId } from '@loyalty/client';
import { findOperation } from './find-operation.ts';

const id = '0198c0de-0000-7000-8000-00000000000a';

test.each(Object.keys(operations) as OperationId[])('%s is found by its method and path', (operationId) => {
  const { method, path } = operations[operationId];
  expect(findOperation(method, path.replace(/\{\w+\}/g, id))?.operationId).toBe(operationId);
});

test('a path without parameters wins over one that could stand for it', () => {
  expect(findOperation('GET', '/transactions/refused')?.operationId).toBe('listRefusedTransactions');
  expect(findOperation('GET', '/transactions/receipt-1')?.operationId).toBe('getTransaction');
});
