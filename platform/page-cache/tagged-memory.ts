/** With `tags` null the value is not remembered. */
export type Finding<T> = { value: T; tags: readonly string[] | null };

export type TaggedMemory<T> = {
  /** Finds a missing value, and remembers it unless anything was invalidated meanwhile. */
  recall(key: string, find: () => Promise<Finding<T>>): Promise<T>;
  /** Null forgets everything. */
  invalidate(tags: readonly string[] | null): void;
};

/** @param maxValues the oldest are forgotten first; 0: nothing is remembered. */
export function createTaggedMemory<T>(maxValues: number): TaggedMemory<T> {
  const entries = new Map<string, { value: T; tags: readonly string[] }>();
  const keysByTag = new Map<string, Set<string>>();
  let invalidations = 0;

  function forget(key: string): void {
    for (const tag of entries.get(key)?.tags ?? []) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
    entries.delete(key);
  }

  function remember(key: string, value: T, tags: readonly string[]): void {
    forget(key);
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= maxValues) forget(oldest);
    entries.set(key, { value, tags });
    for (const tag of tags) {
      const keys = keysByTag.get(tag);
      if (keys) keys.add(key);
      else keysByTag.set(tag, new Set([key]));
    }
  }

  return {
    async recall(key, find) {
      const known = entries.get(key);
      if (known) return known.value;
      const before = invalidations;
      const { value, tags } = await find();
      if (tags && maxValues > 0 && before === invalidations) remember(key, value, tags);
      return value;
    },
    invalidate(tags) {
      invalidations += 1;
      if (tags === null) {
        entries.clear();
        keysByTag.clear();
      } else for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) forget(key);
    },
  };
}
