import { createRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { pages } from '#contract/pages.ts';
import { parseSpecimenParam } from '#contract/specimen-urls.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { specimenQuery } from '#web/features/specimen/specimen-queries.ts';
import { problemCode } from '#web/lib/api.ts';
import { rootRoute } from './root.tsx';
import { screenOf } from './screens.ts';

export const askRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.ask.path,
  loader: async ({ context: { queryClient, api }, params }) => {
    const id = parseSpecimenParam(params.specimen);
    if (id === null) throw notFound({ routeId: rootRouteId, data: 'specimen id' });
    const { general } = await queryClient.ensureQueryData(settingsQuery(api));
    try {
      const { title } = await queryClient.ensureQueryData(specimenQuery(api, id));
      return { title: `Ask about ${title} – ${general.siteTitle}` };
    } catch (error) {
      if (problemCode(error) === 'not_found') throw notFound({ routeId: rootRouteId, data: 'specimen' });
      throw error;
    }
  },
  head: ({ loaderData }) => ({
    meta: [...(loaderData ? [{ title: loaderData.title }] : []), { name: 'robots', content: 'noindex' }],
  }),
  staticData: { hasFooter: true },
  component: screenOf('ask'),
});
