import { createHash } from 'node:crypto';
import { asyncapiDocument, type AsyncapiDocument } from '@loyalty/contracts/documents';
import { eventsPage } from './events-page.ts';

const rendered = async (document: AsyncapiDocument = asyncapiDocument) => {
  const { body, headers } = await eventsPage(document)({});
  return { html: (body as Buffer).toString(), policy: headers?.['Content-Security-Policy'] ?? '' };
};

const articleIn = (html: string, id: string): string =>
  html.split(`<article id="${id}">`)[1]?.split('</article>')[0] ?? '';

describe('the page of events', () => {
  it('has an article for every message, and a link to each', async () => {
    const { html } = await rendered();
    const ids = [...html.matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(Object.keys(asyncapiDocument.components.messages).length);
    expect(links).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows every field of an event with its type and its description, and an example', async () => {
    const { html } = await rendered();
    const article = articleIn(html, 'webhooks-transaction.processed');
    expect(article).toContain(
      '<tr><td><code>data.campaigns[].campaignId</code></td><td>uuid</td><td>The campaign.</td></tr>',
    );
    expect(article).toContain('<td><code>data.ledgerSeq</code></td><td>int64, optional</td>');
    expect(article).toContain('&#34;transactionRef&#34;: &#34;receipt-1001&#34;');
  });

  it('shows the headers of deliveries once, and what is around the data of facts once', async () => {
    const { html } = await rendered();
    expect(html.split('<code>webhook-signature</code></td>')).toHaveLength(2);
    expect(html.split('<td><code>environmentId</code></td>')).toHaveLength(2);
    expect(articleIn(html, 'facts-points.expired')).toContain('<code>data.pointsExpired</code>');
  });

  it('runs no script, has its own style only, and asks nothing of any other host', async () => {
    const { html, policy } = await rendered();
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/i);
    expect(html).not.toMatch(/(?:src|href)="(?!data:|#|\.\.\/)/);
  });

  it('shows what looks like HTML as it stands', async () => {
    const info = { ...asyncapiDocument.info, title: '<b title="x">', description: '`<i>` & **<u>**' };
    const { html } = await rendered({ ...asyncapiDocument, info });
    expect(html).toContain('<h1>&#60;b title=&#34;x&#34;&#62;</h1>');
    expect(html).toContain('<p><code>&#60;i&#62;</code> &#38; <strong>&#60;u&#62;</strong></p>');
    expect(html).not.toMatch(/<[biu][ >]/);
  });
});
