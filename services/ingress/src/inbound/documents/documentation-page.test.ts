import { createHash } from 'node:crypto';
import { documentationPage } from './documentation-page.ts';

const scriptsIn = (html: string): string[] =>
  html
    .split('<script>')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('</script>')));

const rendered = async (): Promise<{ readonly html: string; readonly policy: string }> => {
  const { body, headers } = await documentationPage('Loyalty engine')({});
  return { html: (body as Buffer).toString(), policy: headers?.['Content-Security-Policy'] ?? '' };
};

describe('the documentation page', () => {
  it('runs its two scripts and no other', async () => {
    const { html, policy } = await rendered();
    const scripts = scriptsIn(html);
    expect(scripts).toHaveLength(2);
    const hashes = scripts.map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(policy).toContain(`script-src ${hashes.join(' ')};`);
  });

  it('holds nothing inside its scripts that would end them early or hide their end', async () => {
    const { html } = await rendered();
    expect(scriptsIn(html).filter((script) => /<!--|<\/?script/i.test(script))).toEqual([]);
  });

  it('asks nothing of any other host', async () => {
    const { html, policy } = await rendered();
    const scripts = scriptsIn(html);
    const frame = scripts.reduce((rest, script) => rest.replace(script, () => ''), html);
    expect(policy).not.toMatch(/https?:|\*/);
    expect(frame).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(scripts.filter((script) => script.includes('cdn.redoc'))).toEqual([]);
  });
});
