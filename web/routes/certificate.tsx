import { createRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { pages } from '#contract/pages.ts';
import { certificateQuery } from '#web/features/certificates/certificate-queries.ts';
import { problemCode } from '#web/lib/api.ts';
import { rootRoute } from './root.tsx';
import { screenOf } from './screens.ts';

export const certificateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.certificate.path,
  loader: async ({ context: { queryClient, api }, params: { code } }) => {
    try {
      const { signed } = await queryClient.ensureQueryData(certificateQuery(api, code));
      const title = signed?.facts.find(({ name }) => name === 'title')?.value;
      return { title: title === undefined ? 'Certificate' : `Certificate: ${title}` };
    } catch (error) {
      // A code that cannot be one is refused as invalid.
      const problem = problemCode(error);
      if (problem === 'not_found' || problem === 'invalid_input') throw notFound({ routeId: rootRouteId, data: 'certificate' });
      throw error;
    }
  },
  head: ({ loaderData }) => ({
    meta: [...(loaderData ? [{ title: loaderData.title }] : []), { name: 'robots', content: 'noindex' }],
  }),
  staticData: { hasFooter: true },
  component: screenOf('certificate'),
});
