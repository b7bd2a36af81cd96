import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '#platform/process/project-folder.ts';

const read = (name: string) =>
  readFileSync(path.join(projectFolder, 'core/server/catalogue/species', name), 'utf8');

/** Returns species, varieties, foreign names and readings. */
export const readSpeciesFiles = (): [string, string, string, string] => [
  read('species.csv'),
  read('varieties.csv'),
  read('foreign-names.csv'),
  read('species-readings.csv'),
];

/** Changes with any word of the table, which is not parsed for it. */
export function speciesTableHash(): string {
  const hash = createHash('sha256');
  for (const text of readSpeciesFiles()) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}
