/** `druse COMMAND …` of a release: does what `npm run COMMAND -- …` does, without npm. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandTyped } from './owner-commands.ts';

const root = path.join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const typed = commandTyped(scripts, process.argv.slice(2));

if ('text' in typed) {
  console.log(typed.text);
  process.exitCode = typed.code;
} else {
  const script = path.join(root, typed.script);
  process.argv = [process.execPath, script, ...typed.args];
  // As npm does: `.env` and DATA_DIR belong to the shop, and a path is relative to where it was typed.
  process.env.INIT_CWD = process.cwd();
  process.chdir(root);
  for (const file of [path.join(import.meta.dirname, 'needs-node.js'), script])
    await import(pathToFileURL(file).href);
}
