/** The pages of the extras, each under its name in the page table. A line an extra, in any order. */
export * from './extras/certificates/pages.ts';
export * from './extras/favourites/pages.ts';
export * from './extras/follows/pages.ts';
export * from './extras/intake/pages.ts';
export * from './extras/ledger/pages.ts';
export * from './extras/paper/pages.ts';
export * from './extras/shelf/pages.ts';
export * from './extras/show/pages.ts';
export * from './extras/statements/pages.ts';
export * from './extras/waiting-list/pages.ts';
