import { hostOf, placeOf } from './webhooks.ts';

test.each([
  ['https://erp.karoo.example/hooks/loyalty', 'erp.karoo.example/hooks/loyalty', 'erp.karoo.example'],
  ['http://127.0.0.1:9000/', '127.0.0.1:9000', '127.0.0.1:9000'],
  ['no address', 'no address', 'no address'],
])('%s is the place %s of the host %s', (url, place, host) => {
  expect([placeOf(url), hostOf(url)]).toEqual([place, host]);
});
