import { type Page, shownPage } from '#core/contract/storefront/page-kinds.ts';

const topic = { ...shownPage, screen: '/features/topics/web/topic-page' } as const;

export const species = { ...topic, path: '/species/$topic' } as const satisfies Page;

export const locality = { ...topic, path: '/locality/$topic' } as const satisfies Page;
