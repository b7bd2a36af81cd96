/** How this shop was brought here, and so how its commands are typed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CommandPrefix, commandsAs } from '#contract/command-words.ts';
import { projectFolder } from './project-folder.ts';

/** A release has its Node in this folder; it comes built, and without what it was built from. */
export const isRelease = existsSync(path.join(projectFolder, 'node'));

/**
 * Where `druse install` put the shop: its `releases` lie beside each other, and the link `current` names the one that runs.
 * null: this shop was not installed.
 */
export const home: string | null = isRelease ? homeOf(projectFolder) : null;

/** The folder above the release's `releases`, if there is a link `current` beside them. */
export function homeOf(folder: string): string | null {
  const above = path.dirname(path.dirname(folder));
  return path.basename(path.dirname(folder)) === 'releases' && existsSync(path.join(above, 'current')) ? above : null;
}

/** What the commands of this shop begin with. */
export const commandPrefix: CommandPrefix = prefixOf({ isRelease, isInstalled: home !== null, platform: process.platform });

/** Installed, the program is on everybody's path; Windows looks in the folder where one is. */
export function prefixOf(way: { isRelease: boolean; isInstalled: boolean; platform: string }): CommandPrefix {
  if (!way.isRelease) return 'npm';
  return way.isInstalled || way.platform === 'win32' ? 'druse' : './druse';
}

/** The text, which says what to type where there is npm, as it is typed here. */
export const asTyped = (text: string): string => commandsAs(commandPrefix, text);
