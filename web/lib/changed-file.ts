/** A browser reads no file that was written after it was chosen, and says of it what it says of a lost connection. */
export const isChanged = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
