import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { parseSpecimenParam, specimenPath } from '#contract/specimen-urls.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { specimenQuery } from '#web/features/specimen/specimen-queries.ts';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { absolute, excerpt, LARGE_PREVIEWS, productMeta, socialMeta } from '#web/lib/head.ts';
import { specimenLd } from '#web/lib/json-ld.ts';
import type { RouterContext } from '../router.tsx';
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
      const { title, description } = specimen;
      return {
        title: `${title} – ${general.siteTitle}`,
        description: excerpt(description || title),
        path: specimenPath(specimen),
      };
    } catch (error) {
      if (problemCode(error) === 'not_found') throw notFound({ data: 'unknown' });
      throw error;
    }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { title, description, path } = loaderData;
    return {
      meta: [
        { title },
        { name: 'description', content: description },
        ...(import.meta.env.SSR ? forMachines(match.context, match.params.specimen, loaderData) : []),
      ],
      links: [{ rel: 'canonical', href: absolute(match.context, path) }],
    };
  },
  staticData: { hasFooter: true },
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

/** What machines read in the page that the server sends. */
function forMachines(context: RouterContext, param: string, { description, path }: { description: string; path: string }) {
  const { queryClient, api } = context;
  const specimen = queryClient.getQueryData(specimenQuery(api, parseSpecimenParam(param) ?? 0).queryKey);
  const shop = queryClient.getQueryData(settingsQuery(api).queryKey)?.general.siteTitle;
  if (!specimen || !shop) return [];
  const page = { title: specimen.title, description, path, shop, medium: specimen.main };
  return [LARGE_PREVIEWS, ...socialMeta(context, page, 'product'), ...productMeta(specimen), specimenLd(context, specimen, shop)];
}
