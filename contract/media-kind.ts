/** How API and database call a video: the name was published before the glossary, and stays. */
export const VIDEO = 'film' as const;

export type MediaKind = 'picture' | typeof VIDEO;

export const isVideo = <T extends { kind: string }>(medium: T): medium is T & { kind: typeof VIDEO } => medium.kind === VIDEO;
