/** The files of the repository that are pages, in the order in which they should be read. */
export const guides = [
  {
    path: 'docs/guide',
    file: 'docs/integration.md',
    title: 'Calling the API',
    description:
      'How to call the API: the first call, keys, retries, receipts by Kafka, campaigns, returns, webhooks.',
  },
  {
    path: 'docs/client',
    file: 'packages/client/README.md',
    title: 'The client for TypeScript and JavaScript',
    description:
      'A typed client that repeats a request whenever that is safe, pages through lists and verifies webhooks.',
  },
  {
    path: 'docs/changes',
    file: 'docs/interface-changes.md',
    title: 'Changes of the interface',
    description: 'What callers of the API notice of each release, newest first.',
  },
];
