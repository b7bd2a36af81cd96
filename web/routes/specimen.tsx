import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { previewOf, stillOf } from '#contract/media-address.ts';
import { parseSpecimenParam, specimenPath } from '#contract/specimen-address.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { specimenQuery } from '#web/features/specimen/specimen-queries.ts';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { absolute, excerpt, socialMeta } from '#web/lib/head.ts';
import { rootRoute } from './root.tsx';
import { SpecimenFailure, SpecimenSkeleton } from './specimen-states.tsx';

export const specimenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/specimen/$specimen',
  loader: async ({ context: { queryClient, api, shell }, params }) => {
    const id = parseSpecimenParam(params.specimen);
    if (id === null) throw notFound({ data: 'invalid' });
    const { general } = await queryClient.ensureQueryData(settingsQuery(api));
    if (shell) return null;
    try {
      const specimen = await queryClient.ensureQueryData(specimenQuery(api, id));
      const { title, description, main } = specimen;
      return {
        title: `${title} – ${general.siteTitle}`,
        description: excerpt(description || title),
        path: specimenPath(specimen),
        still: stillOf(main),
      };
    } catch (error) {
      if (problemCode(error) === 'not_found') throw notFound({ data: 'unknown' });
      throw error;
    }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { title, description, path, still } = loaderData;
    const image = previewOf(still);
    return {
      meta: [{ title }, { name: 'description', content: description }, ...socialMeta(match.context, { title, description, path, image })],
      links: [{ rel: 'canonical', href: absolute(match.context, path) }],
    };
  },
  component: lazyRouteComponent(() => import('./specimen-page.tsx')),
  pendingComponent: SpecimenSkeleton,
  notFoundComponent: ({ data }) =>
    (data as unknown) === 'invalid' ? (
      <SpecimenFailure title="Invalid Specimen ID" text="The address names no specimen. It may have been cut off when it was copied." />
    ) : (
      <SpecimenFailure title="Error Loading Specimen" text="Failed to fetch specimen: it is not, or no longer, in the gallery." />
    ),
  errorComponent: ({ error }) => <SpecimenFailure title="Error Loading Specimen" text={messageOf(error)} />,
});
