import type { Missing } from '#contract/storefront/pages.ts';

/** What is missing, or a path at which the page of an extra says so itself. */
export type MissingPage = Missing | `/${string}`;
