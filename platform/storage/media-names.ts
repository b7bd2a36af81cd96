/**
 * Lower-case letters and digits, hyphens and an extension: no name can escape the folder. Names
 * under `private/` are never served.
 */
const pattern = /^(?:private\/)?[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/;
const MAX_LENGTH = 100;

export const isMediaName = (name: string): boolean =>
  name.length <= MAX_LENGTH && pattern.test(name);

/** @throws RangeError for an invalid name. */
export function checkMediaName(name: string): void {
  if (!isMediaName(name))
    throw new RangeError(`Not a name for a media file: ${JSON.stringify(name)}`);
}
