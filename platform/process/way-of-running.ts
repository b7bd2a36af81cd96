import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CommandPrefix, commandsAs } from '#core/contract/command-words.ts';
import { projectFolder } from './project-folder.ts';

/** A release has its Node in this folder; it comes built, and without what it was built from. */
export const isRelease = existsSync(path.join(projectFolder, 'node'));

/**
 * `druse install` put the shop there: its `releases` lie beside each other, and the link `current`
 * names the one that runs. Null: this shop was not installed.
 */
export const home: string | null = isRelease ? homeOf(projectFolder) : null;

export function homeOf(folder: string): string | null {
  const above = path.dirname(path.dirname(folder));
  return path.basename(path.dirname(folder)) === 'releases' &&
    existsSync(path.join(above, 'current'))
    ? above
    : null;
}

export const commandPrefix: CommandPrefix = prefixOf({
  isRelease,
  isInstalled: home !== null,
  platform: process.platform,
});

/** Installed, the program is on everybody's path; Windows looks in the folder where one is. */
export function prefixOf(way: {
  isRelease: boolean;
  isInstalled: boolean;
  platform: string;
}): CommandPrefix {
  if (!way.isRelease) return 'npm';
  return way.isInstalled || way.platform === 'win32' ? 'druse' : './druse';
}

export const asTyped = (text: string): string => commandsAs(commandPrefix, text);
