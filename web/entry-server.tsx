import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import type { PublicApi } from '#contract/api.ts';
import decodeHeadings from './boot/decode-headings.ts?script';
import loadLate from './boot/load-late.ts?script';
import recordEvents from './boot/record-events.ts?script';
import { makeRouter } from './router.tsx';

/**
 * Renders the page of a request as an anonymous visitor sees it. With `shell` nothing is fetched; the browser does that.
 * @param options.nonce marks the scripts that the router writes, and tags beside them.
 */
export const render = (request: Request, options: { api: PublicApi; origin: string; shell: boolean; nonce: string }): Promise<Response> =>
  createRequestHandler({ request, createRouter: () => makeRouter(options) })(({ router, responseHeaders }) =>
    renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
  );

/** Inline scripts, which follow the page's styles: of every page, and of those that the server draws. The latter read from their element what to load. */
export const scripts = { ofEveryPage: `${recordEvents};${decodeHeadings}`, ofDrawnPages: `;${loadLate}` };
