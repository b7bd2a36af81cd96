/** @param name of the file; by default the one that the response names. */
export function download(href: string, name = ''): void {
  Object.assign(document.createElement('a'), { href, download: name }).click();
}
