// Gives the document and the list of changes the version of the release, when lerna has raised it (the script
// `version` of package.json).
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('lerna.json', 'utf8'));

const replaceLine = (path, line, by) => {
  const text = readFileSync(path, 'utf8');
  if (!line.test(text)) throw new Error(`${path} has no line ${line.source}`);
  writeFileSync(path, text.replace(line, by));
};

const today = new Date().toISOString().slice(0, 10);

replaceLine('schemas/http/openapi.yaml', /^ {2}version: .*$/m, `  version: ${version}`);
replaceLine('CHANGELOG.md', /^## Unreleased$/m, `## ${version}, ${today}`);
// The client and the interface may be the same as before.
for (const path of ['packages/client/CHANGELOG.md', 'docs/interface-changes.md'])
  if (readFileSync(path, 'utf8').includes('## Unreleased'))
    replaceLine(path, /^## Unreleased$/m, `## ${version}, ${today}`);
