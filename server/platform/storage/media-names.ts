/** Lower-case words joined by hyphens, and an ending: nothing in it can lead out of the folder. Those behind `private/` are never served. */
const pattern = /^(?:private\/)?[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/;
const LONGEST = 100;

export const isMediaName = (name: string): boolean => name.length <= LONGEST && pattern.test(name);
