type Identity = { id: number; title: string; category: string };

/** Pages import this: keep schemas out. */
export const isSpecimen = ({ id, title, category }: Identity) => id && title && category;
