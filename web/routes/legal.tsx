import { createRoute, notFound } from '@tanstack/react-router';
import { type LegalPage, legalTitles } from '#contract/legal.ts';
import { pages } from '#contract/pages.ts';
import { absolute, excerpt, socialMeta } from '#web/features/seo/head.ts';
import { legalQuery, settingsQuery } from '#web/features/settings/settings-queries.ts';
import { rootRoute } from './root.tsx';
import { screenOf } from './screens.ts';

/** The page of a legal text; 404 while the text is empty. */
const legalRoute = <Page extends LegalPage>(page: Page) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: pages[page].path,
    loader: async ({ context: { queryClient, api } }) => {
      const { general } = await queryClient.ensureQueryData(settingsQuery(api));
      const text = (await queryClient.ensureQueryData(legalQuery(api)))[page].trim();
      if (text === '') throw notFound();
      return { title: `${legalTitles[page]} – ${general.siteTitle}`, description: excerpt(text), shop: general.siteTitle };
    },
    head: ({ loaderData, match }) => {
      if (!loaderData) return {};
      return {
        meta: [
          { title: loaderData.title },
          { name: 'description', content: loaderData.description },
          ...(import.meta.env.SSR ? socialMeta(match.context, { ...loaderData, path: `/${page}`, medium: null }) : []),
        ],
        links: [{ rel: 'canonical', href: absolute(match.context, `/${page}`) }],
      };
    },
    staticData: { hasFooter: true },
    component: screenOf(page),
  });

export const shippingRoute = legalRoute('shipping');
export const returnsRoute = legalRoute('returns');
export const privacyRoute = legalRoute('privacy');
