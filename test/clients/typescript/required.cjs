// As a program that is no module loads the client: by require().
const { createLoyalty } = require('@loyalty/client');
const { verifyWebhook } = require('@loyalty/client/webhooks');
const { snippetOf } = require('@loyalty/client/snippets');

const [baseUrl, tenantId, apiKey, name] = process.argv.slice(2);
const loyalty = createLoyalty({ baseUrl, tenantId, apiKey });
const body = {
  transactionRef: `${name}-${crypto.randomUUID()}`,
  memberRef: `${name}-customer`,
  amount: 15000,
};
loyalty.evaluateTransaction({ body }).then(({ pointsAwarded }) => {
  const doors = [verifyWebhook, snippetOf].filter((door) => typeof door === 'function').length;
  console.log(`${pointsAwarded} points awarded, and ${doors} other doors`);
});
