// Gives the document the version of the release, when lerna has raised it (the script `version` of package.json).
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('lerna.json', 'utf8'));
const path = 'schemas/http/openapi.yaml';
const text = readFileSync(path, 'utf8');
const versionLine = /^ {2}version: .*$/m;
if (!versionLine.test(text)) throw new Error(`${path} has no version.`);
writeFileSync(path, text.replace(versionLine, `  version: ${version}`));
