import { useSuspenseQuery } from '@tanstack/react-query';
import { notFound, useLocation, useRouteContext } from '@tanstack/react-router';
import { excerpt } from '#core/contract/catalogue/excerpt.ts';
import { type LegalPage, legalTitles } from '#core/contract/storefront/legal.ts';
import { legalQuery, settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import { absolute, socialMeta } from '#core/web/storefront/seo/head.ts';

type Loaded = Awaited<ReturnType<typeof loader>>;

const legalPageAt = (pathname: string) => pathname.replaceAll('/', '') as LegalPage;

export async function loader({
  context: { queryClient, api },
  location,
}: {
  context: RouterContext;
  location: { pathname: string };
}) {
  const page = legalPageAt(location.pathname);
  const { general } = await queryClient.ensureQueryData(settingsQuery(api));
  const text = (await queryClient.ensureQueryData(legalQuery(api)))[page].trim();
  if (text === '') throw notFound();
  return {
    title: `${legalTitles[page]} – ${general.siteTitle}`,
    description: excerpt(text),
    shop: general.siteTitle,
    path: `/${page}`,
  };
}

export function head({
  loaderData,
  match,
}: {
  loaderData?: Loaded;
  match: { context: RouterContext };
}) {
  if (!loaderData) return {};
  const { title, description, path } = loaderData;
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(import.meta.env.SSR ? socialMeta(match.context, { ...loaderData, medium: null }) : []),
    ],
    links: [{ rel: 'canonical', href: absolute(match.context, path) }],
  };
}

export default function LegalPageScreen() {
  const { api } = useRouteContext({ from: '__root__' });
  const page = useLocation({ select: ({ pathname }) => legalPageAt(pathname) });
  const { data: texts } = useSuspenseQuery(legalQuery(api));
  const paragraphs = (texts[page] ?? '').trim().split(/\n\s*\n/);
  return (
    <article className="page min-h-[60svh] py-12 md:py-20">
      <h1 className="page-title look-large">{legalTitles[page]}</h1>
      <div className="mt-8 max-w-2xl space-y-5 text-lg wrap-anywhere">
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never move
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </article>
  );
}
