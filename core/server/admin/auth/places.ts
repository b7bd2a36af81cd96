export type Places = {
  /** @returns a function that gives the place back; null if there is none. */
  take(client: string): (() => void) | null;
  isFull(client: string): boolean;
};

/**
 * Limits concurrent work in memory, so that clients over the limit are refused before the database
 * is asked.
 * @param max for all.
 * @param each for one client.
 */
export function createPlaces({ max, each }: { max: number; each: number }): Places {
  const taken = new Map<string, number>();
  let all = 0;
  const isFull = (client: string) => all === max || taken.get(client) === each;
  return {
    isFull,
    take(client) {
      if (isFull(client)) return null;
      all += 1;
      taken.set(client, (taken.get(client) ?? 0) + 1);
      return () => {
        all -= 1;
        const left = (taken.get(client) ?? 1) - 1;
        if (left === 0) taken.delete(client);
        else taken.set(client, left);
      };
    },
  };
}
