import { createRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { pages } from '#contract/pages.ts';
import { parseSpecimenParam } from '#contract/specimen-urls.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { specimenQuery } from '#web/features/specimen/specimen-queries.ts';
import { problemCode } from '#web/lib/api.ts';
import { rootRoute } from './root.tsx';
import { screenOf } from './screens.ts';

/** The route of a page with a form about one specimen. @param titleOf of the page, from the specimen's. */
const specimenFormRoute = <Name extends 'ask' | 'wait'>(name: Name, titleOf: (specimen: string) => string) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: pages[name].path as (typeof pages)[Name]['path'],
    loader: async ({ context: { queryClient, api }, params }) => {
      const id = parseSpecimenParam((params as { specimen: string }).specimen);
      if (id === null) throw notFound({ routeId: rootRouteId, data: 'specimen id' });
      const { general } = await queryClient.ensureQueryData(settingsQuery(api));
      try {
        const { title } = await queryClient.ensureQueryData(specimenQuery(api, id));
        return { title: `${titleOf(title)} – ${general.siteTitle}` };
      } catch (error) {
        if (problemCode(error) === 'not_found') throw notFound({ routeId: rootRouteId, data: 'specimen' });
        throw error;
      }
    },
    head: ({ loaderData }) => ({
      meta: [...(loaderData ? [{ title: loaderData.title }] : []), { name: 'robots', content: 'noindex' }],
    }),
    staticData: { hasFooter: true },
    component: screenOf(name),
  });

export const askRoute = specimenFormRoute('ask', (specimen) => `Ask about ${specimen}`);
export const waitRoute = specimenFormRoute('wait', (specimen) => `Wait for ${specimen}`);
