import { createRoute, notFound } from '@tanstack/react-router';
import { excerpt } from '#core/contract/catalogue/excerpt.ts';
import { parseSpecimenParam, specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import {
  absolute,
  LARGE_PREVIEWS,
  productMeta,
  socialMeta,
} from '#core/web/storefront/seo/head.ts';
import { specimenLd } from '#core/web/storefront/seo/json-ld.ts';
import { messageOf, problemCode } from '#ui/lib/api.ts';
import { frameRoute } from './root.tsx';
import { screenOf } from './screens.ts';
import { SpecimenFailure, SpecimenSkeleton } from './specimen-states.tsx';

export const specimenRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: pages.specimen.path,
  loader: async ({ context: { queryClient, api, shell }, params }) => {
    const id = parseSpecimenParam(params.specimen);
    if (id === null) throw notFound({ data: 'specimen id' });
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
      if (problemCode(error) === 'not_found') throw notFound({ data: 'specimen' });
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
        ...(import.meta.env.SSR ? seoTags(match.context, match.params.specimen, loaderData) : []),
      ],
      links: [{ rel: 'canonical', href: absolute(match.context, path) }],
    };
  },
  component: screenOf('specimen'),
  pendingComponent: SpecimenSkeleton,
  errorComponent: ({ error }) => (
    <SpecimenFailure title="Error Loading Specimen" text={messageOf(error)} />
  ),
});

function seoTags(
  context: RouterContext,
  param: string,
  { description, path }: { description: string; path: string },
) {
  const { queryClient, api } = context;
  const specimen = queryClient.getQueryData(
    specimenQuery(api, parseSpecimenParam(param) ?? 0).queryKey,
  );
  const shop = queryClient.getQueryData(settingsQuery(api).queryKey)?.general.siteTitle;
  if (!specimen || !shop) return [];
  const page = { title: specimen.title, description, path, shop, medium: specimen.main };
  return [
    LARGE_PREVIEWS,
    ...socialMeta(context, page, 'product'),
    ...productMeta(specimen),
    specimenLd(context, specimen, shop),
  ];
}
