import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './project-folder.ts';

const description: { version: string } = JSON.parse(
  readFileSync(path.join(projectFolder, 'package.json'), 'utf8'),
);

/** Read as the process begins: package.json may be another one's by now. */
export const { version } = description;
