import { formPage, type Page } from '#core/contract/storefront/page-kinds.ts';

/** One for both: its name is in what every visitor downloads. */
const screen = '/features/waiting-list/web/waiting-page';

export const wait = { ...formPage, path: '/wait/$specimen', screen } as const satisfies Page;
export const inLine = {
  ...formPage,
  path: '/in-line',
  screen,
  drawnBy: 'browser',
  title: 'Waiting List',
} as const satisfies Page;
