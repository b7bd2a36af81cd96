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
import { yearIn } from '#core/contract/year.ts';
import { useIsAdmin, useLogout, useSession } from '#core/web/admin/auth/auth-session.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import favicon from '#core/web/assets/favicon.svg';
import type { RouterContext } from '#core/web/router-context.ts';
import { CartProvider, useCart } from '#core/web/selling/cart/cart-context.tsx';
import { cartPanel } from '#core/web/selling/cart/cart-store.ts';
import { CartButton } from '#core/web/storefront/layout/cart-button.tsx';
import { Footer } from '#core/web/storefront/layout/footer.tsx';
import { Header } from '#core/web/storefront/layout/header.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { loginDialog, openLogin } from '#ui/lib/login-dialog.ts';
import { usePreHydrationEvents } from '#ui/lib/pre-hydration-events.ts';
import { SkipLink } from '#ui/skip-link.tsx';
import { StatusPage } from '#ui/status-page.tsx';
import { toast } from '#ui/toast.ts';
import { ToastHost } from '#ui/toast-host.tsx';
import { NotFoundScreen } from './screens.ts';
import { toCollection } from './ways-back.ts';

const CartPanel = lazy(() => import('#core/web/selling/cart/cart-panel.tsx'));
const LoginDialog = lazy(() => import('#core/web/admin/auth/login-dialog.tsx'));

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context }) => {
    const { general } = await context.queryClient.ensureQueryData(settingsQuery(context.api));
    // Hydration uses the server's year: a time zone's takes a phone 100 ms.
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
      ...(import.meta.env.SSR
        ? [
            {
              rel: 'alternate',
              type: 'application/atom+xml',
              title: 'New arrivals',
              href: '/feed.xml',
            },
          ]
        : []),
    ],
  }),
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Broken message={messageOf(error)} />,
  shellComponent: Document,
});

/**
 * The router sets a boundary for hydration beneath the root. The frame is a route there, so that it
 * is hydrated with its screen: its search could change a list that is still to be hydrated.
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

export const missingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '$',
  loader: async ({ context }) => {
    // The frame says what is missing. Where that cannot be drawn, its own error is said.
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

function titleOf(matches: { error: unknown }[], siteTitle: string): string {
  const missing = matches.map(({ error }) => error).find(isNotFound);
  if (!missing) return siteTitle;
  // A feature says itself what is missing.
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
        {/* Says to the styles that all before it has been read (`core/web/styles.css`). */}
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
  const logout = () =>
    leave().catch((error: unknown) =>
      toast({ variant: 'destructive', title: 'Error', description: messageOf(error) }),
    );
  return (
    <Header
      settings={settings}
      isAdmin={useIsAdmin()}
      cart={<CountedCart />}
      onLogin={openLogin}
      onLogout={() => void logout()}
    />
  );
}

const CountedCart = () => (
  <CartButton itemCount={useCart().itemCount} onOpen={() => cartPanel.set(true)} />
);

/** Even a failed page says how to reach the seller; the owner's need not. */
function Foot() {
  const { api } = rootRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const isDesk = useMatches({ select: (all) => all.some(({ staticData }) => staticData.isDesk) });
  const { year } = rootRoute.useLoaderData();
  return (
    !isDesk && settings.section_visibility.footer && <Footer settings={settings} year={year} />
  );
}

/** Their code is loaded when they are first opened. */
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
