import { createHash } from 'node:crypto';
import { bundledIn, closureOf, lockedPackages } from './closure.mjs';

/**
 * What an image holds, in CycloneDX 1.6: the packages of its program from package-lock.json, what the build has bundled into its files,
 * and the base that it stands on. The same inputs give the same bytes, so it carries no time and no random number.
 */
export const billOf = (root, program, { version, revision, base }) => {
  const { name, workspace } = program;
  const packages = lockedPackages(root);
  const places = closureOf(packages, workspace).filter((place) => packages[place].link !== true);
  const components = [
    baseComponent(base),
    ...places.map((place) => componentOf(place, packages[place])),
    ...bundledIn(root, program).map((bundled) => bundledComponent(packages, bundled)),
  ];
  const subject = {
    type: 'container',
    'bom-ref': `loyalty/${name}@${version}`,
    name: `loyalty/${name}`,
    version,
    properties: [{ name: 'org.opencontainers.image.revision', value: revision }],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([subject, components]))}`,
    version: 1,
    metadata: { component: subject },
    components,
  };
};

const baseComponent = (image) => ({ type: 'container', 'bom-ref': image, name: image });

const componentOf = (place, { name = nameAt(place), version, integrity, license }) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const component = { type: 'library', 'bom-ref': `${purl}#${place}`, name, version, purl };
  if (license !== undefined) component.licenses = [{ expression: license }];
  // A reader of the bill is told, instead of taking a field that is missing for one that was forgotten.
  else component.properties = [{ name: 'loyalty:licence', value: 'not named by the package' }];
  if (integrity !== undefined) component.hashes = integrity.split(' ').map(hashOf);
  return component;
};

/** Its reference names no place, because none is in the image. */
const bundledComponent = (packages, { place, file }) => {
  const component = componentOf('bundled', { name: nameAt(place), ...packages[place] });
  const properties = [...(component.properties ?? []), { name: 'loyalty:bundled', value: file }];
  return { ...component, properties };
};

const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

const hashOf = (integrity) => {
  const [kind, digest] = integrity.split(/-(.*)/s);
  return { alg: kind.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
};

/** A UUID of version 8 (RFC 9562) from what it stands for. */
const uuidOf = (text) => {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
