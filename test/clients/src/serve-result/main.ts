// Serves one result in a process of its own, so that the caller's processor time is the caller's alone. Its port is the one
// message that it sends; it ends with its parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const result = JSON.stringify({
  transactionId: '0198c0de-0000-8000-8000-000000000001',
  memberId: '0198c0de-0000-8000-8000-000000000002',
  memberCreated: false,
  pointsAwarded: 150,
  pointsBalance: 1_500,
  state: 'PROCESSED',
  campaigns: [],
  stampCards: [],
});

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': result.length });
    response.end(result);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
