/** The frames of a turn, with their size in pixels; `key` is in the name of their file. */
export type StoredTurn = { key: string; frames: number; width: number; height: number };
