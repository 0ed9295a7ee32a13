// The one script of the page of reference: it puts the address of the page and the tenant of its link (`?tenant=`) into the samples.

/** Every sample has this address. */
const exampleAddress = 'https://api.example.com';

/** The link is anybody's, so only a UUID is taken, and an address without signs that would end a quoted text of a shell. */
export const scriptOf = ({ components }) => {
  const tenant = JSON.stringify(components.parameters.TenantId.example);
  return `const exampleTenant = ${tenant}, exampleAddress = '${exampleAddress}';
const tenant = new URLSearchParams(location.search).get('tenant') ?? '';
const isTenant = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant);
const address = new URL('.', location.href).href.slice(0, -1);
const isAddress = /^https?:[\\w.:\\/\\[\\]-]+$/.test(address);
for (const code of document.querySelectorAll('pre code')) {
  let text = code.textContent;
  if (isAddress) text = text.replaceAll(exampleAddress, address);
  if (isTenant)
    text = text
      .split('\\n')
      .filter((line) => !line.endsWith(' Replace ' + exampleTenant + ' with your own tenantId.'))
      .join('\\n')
      .replaceAll(exampleTenant, tenant);
  if (text !== code.textContent) code.textContent = text;
}`;
};
