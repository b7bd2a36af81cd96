import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  HeadContent,
  isNotFound,
  notFound,
  Outlet,
  Scripts,
  useMatches,
} from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { yearIn } from '#contract/year.ts';
import favicon from '#web/assets/favicon.svg';
import { useIsAdmin, useLogout, useSession } from '#web/features/admin/auth/auth-session.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { CartProvider, useCart } from '#web/features/selling/cart/cart-context.tsx';
import { cartPanel } from '#web/features/selling/cart/cart-store.ts';
import { CartButton } from '#web/features/storefront/layout/cart-button.tsx';
import { Footer } from '#web/features/storefront/layout/footer.tsx';
import { Header } from '#web/features/storefront/layout/header.tsx';
import { messageOf } from '#web/lib/api.ts';
import { loginDialog, openLogin } from '#web/lib/login-dialog.ts';
import { usePreHydrationEvents } from '#web/lib/pre-hydration-events.ts';
import type { RouterContext } from '#web/router-context.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { StatusPage } from '#web/ui/status-page.tsx';
import { toast } from '#web/ui/toast.ts';
import { ToastHost } from '#web/ui/toast-host.tsx';
import { NotFoundScreen } from './screens.ts';
import { toCollection } from './ways-back.ts';

const CartPanel = lazy(() => import('#web/features/selling/cart/cart-panel.tsx'));
const LoginDialog = lazy(() => import('#web/features/admin/auth/login-dialog.tsx'));

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context }) => {
    const { general } = await context.queryClient.ensureQueryData(settingsQuery(context.api));
    // Rendered pages are hydrated with the server's year: to find out a time zone's takes a phone 100 ms.
    const now = new Date();
    const year = import.meta.env.SSR ? yearIn(general.timeZone, now) : now.getFullYear();
    return { siteTitle: general.siteTitle, description: general.siteDescription, year };
  },
  head: ({ loaderData, matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, maximum-scale=5' },
      { name: 'theme-color', content: '#0b0a0c' },
      { title: titleOf(matches, loaderData?.siteTitle ?? 'Druse') },
      { name: 'description', content: loaderData?.description ?? '' },
    ],
    links: [
      { rel: 'icon', type: 'image/svg+xml', href: favicon },
      ...(import.meta.env.SSR ? [{ rel: 'alternate', type: 'application/atom+xml', title: 'New arrivals', href: '/feed.xml' }] : []),
    ],
  }),
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Broken message={messageOf(error)} />,
  shellComponent: Document,
});

/**
 * What is around every screen: header, footer, cart. The router sets a boundary for hydration around what is directly beneath the root, so this
 * frame is a route of its own there: hydrated apart from its screen, its search could change the list that is still to be hydrated.
 */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
});

/** Every path that no page has: said like anything else that is not there, by an error. */
export const missingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '$',
  loader: async ({ context }) => {
    // What is missing is said within the frame. Where that cannot be drawn, its error is what is said.
    await context.queryClient.ensureQueryData(settingsQuery(context.api));
    throw notFound();
  },
});

function NotFound(props: object) {
  return (
    <Frame>
      <NotFoundScreen {...props} />
    </Frame>
  );
}
NotFound.preload = NotFoundScreen.preload;

/** Title of pages that have none of their own. */
function titleOf(matches: { error: unknown }[], siteTitle: string): string {
  const missing = matches.map(({ error }) => error).find(isNotFound);
  if (!missing) return siteTitle;
  // An extra says itself what is missing.
  const what = missing.data as string | { title: string } | undefined;
  if (what === 'order') return 'Your order';
  return `${typeof what === 'object' ? what.title : 'Specimen Not Found'} – ${siteTitle}`;
}

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function Frame({ children }: { children: ReactNode }) {
  usePreHydrationEvents();
  const { queryClient } = rootRoute.useRouteContext();
  return (
    <QueryClientProvider client={queryClient}>
      <Cart>
        <SkipLink to="main">Skip to content</SkipLink>
        <TopBar />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Foot />
        {/* Says to the styles that all before it has been read (`web/styles.css`). */}
        <i hidden />
        <Overlays />
        <ToastHost />
      </Cart>
    </QueryClientProvider>
  );
}

function Cart({ children }: { children: ReactNode }) {
  const { api } = rootRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  return <CartProvider shippingRule={settings.shipping_rule}>{children}</CartProvider>;
}

function TopBar() {
  const { api } = rootRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const leave = useLogout();
  const logout = () => leave().catch((error: unknown) => toast({ variant: 'destructive', title: 'Error', description: messageOf(error) }));
  return <Header settings={settings} isAdmin={useIsAdmin()} cart={<CountedCart />} onLogin={openLogin} onLogout={() => void logout()} />;
}

const CountedCart = () => <CartButton itemCount={useCart().itemCount} onOpen={() => cartPanel.set(true)} />;

/** Beneath every page of the shop, also where something is missing or went wrong: it says how to reach the seller. The owner's pages have none. */
function Foot() {
  const { api } = rootRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const isDesk = useMatches({ select: (all) => all.some(({ staticData }) => staticData.isDesk) });
  const { year } = rootRoute.useLoaderData();
  return !isDesk && settings.section_visibility.footer && <Footer settings={settings} year={year} />;
}

/** Cart panel and login dialog; their code is loaded when they are first opened. */
function Overlays() {
  useSession();
  const isLoginOpen = loginDialog.use();
  const hasCart = useOnceTrue(cartPanel.use());
  const hasLogin = useOnceTrue(isLoginOpen);
  return (
    <Suspense>
      {hasCart && <CartPanel />}
      {hasLogin && <LoginDialog open={isLoginOpen} onClose={() => loginDialog.set(false)} />}
    </Suspense>
  );
}

function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(false);
  useEffect(() => {
    if (value) setWas(true);
  }, [value]);
  return value || was;
}

const Broken = ({ message }: { message: string }) => (
  <StatusPage title="Something went wrong" back={toCollection}>
    <p className="text-quiet">{message}</p>
  </StatusPage>
);
