import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { PublicApi } from '#core/contract/api.ts';
import decodeHeadings from './boot/decode-headings.ts?script';
import holdHash from './boot/hold-hash.ts?script';
import loadLate from './boot/load-late.ts?script';
import recordEvents from './boot/record-events.ts?script';
import { makeRouter } from './router.tsx';

/**
 * Renders as an anonymous visitor; with `shell` the browser fetches. @param options.nonce marks the
 * scripts that the router writes, and tags beside them.
 */
export const render = (
  request: Request,
  options: { api: PublicApi; origin: string; shell: boolean; nonce: string },
): Promise<Response> =>
  createRequestHandler({ request, createRouter: () => makeRouter(options) })(
    ({ router, responseHeaders }) =>
      renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
  );

/**
 * Those of every page, and of those that the server draws, which read from their element what to
 * load.
 */
export const scripts = {
  ofEveryPage: `${recordEvents};${decodeHeadings}`,
  ofDrawnPages: `;${holdHash};${loadLate}`,
};
