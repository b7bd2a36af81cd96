/**
 * A browser does not read a file that was modified after it was chosen, and reports this just like
 * a lost connection.
 */
export const isChanged = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );

export const changedFileText = (name = 'The file'): string =>
  `${name} was changed or removed. Please choose it again.`;
