/** Stand-ins of partners, collectors and tills; proxies that fall silent or open late. */

export { createDoor, type Door } from './door.ts';
export { startCodeProvider, type ProviderRequest } from './servers/code-provider.ts';
export { manyAddresses, type NameServer, startNameServer, type Zone } from './servers/name-server.ts';
export { startSpanReceiver, type ReceivedSpan, type SpanReceiver } from './servers/span-receiver.ts';
export { startTestServer, type TestServer, wholeRequests } from './servers/test-server.ts';
export { startWebhookReceiver, type ReceivedDelivery } from './servers/webhook-receiver.ts';
export { beginTransaction, type BegunTransaction, sendOnce } from './send-once.ts';
export { createSilentProxy, type SilentProxy } from './silent-proxy.ts';
export { SteadyTills, type EvaluatedReceipt, type TillAttempt, type TillReceipt } from './steady-tills.ts';
