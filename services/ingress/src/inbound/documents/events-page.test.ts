import { asyncapiDocument } from '@loyalty/contracts/documents';
import { createServeDocument } from './served-documents.ts';

const rendered = async (): Promise<string> => {
  const answer = await createServeDocument()(() => 'docs/events')({}, {});
  return 'body' in answer ? (answer.body as Buffer).toString() : '';
};

const articleIn = (html: string, id: string): string =>
  html.split(`<article id="${id}">`)[1]?.split('</article>')[0] ?? '';

describe('the page of events', () => {
  it('has an article for every message, and a link to each', async () => {
    const html = await rendered();
    const ids = [...html.matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);
    const contents = /<details[^]*?<\/details>/.exec(html)?.[0] ?? '';
    const links = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(Object.keys(asyncapiDocument.components.messages).length);
    expect(links.filter((id) => ids.includes(id))).toEqual(ids);
    expect(links).toHaveLength(ids.length + Object.keys(asyncapiDocument.channels).length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows every field of an event with its type and its description, and an example', async () => {
    const article = articleIn(await rendered(), 'webhooks-transaction.processed');
    expect(article).toContain(
      '<tr><td><code>data.campaigns[].campaignId</code></td><td>uuid</td><td>The campaign.</td></tr>',
    );
    expect(article).toContain('<td><code>data.ledgerSeq</code></td><td>int64, optional</td>');
    expect(article).toContain('&#34;transactionRef&#34;: &#34;receipt-1001&#34;');
  });

  it('shows the headers of deliveries once, and what is around the data of facts once', async () => {
    const html = await rendered();
    expect(html.split('<code>webhook-signature</code></td>')).toHaveLength(2);
    expect(html.split('<td><code>environmentId</code></td>')).toHaveLength(2);
    expect(articleIn(html, 'facts-points.expired')).toContain('<code>data.pointsExpired</code>');
  });
});
