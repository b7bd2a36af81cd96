import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isSkippedTransition } from '#ui/lib/skipped-transition.ts';
import { fetchApi } from './fetch-api.ts';
import { makeRouter } from './router.tsx';
import './styles.css';

// In a task of its own: evaluating the modules has taken a phone's processor for a tenth of a
// second already.
setTimeout(() => {
  const router = makeRouter({ api: fetchApi, origin: location.origin });
  // As a transition it yields every few milliseconds, so scrolling and pressing stay smooth.
  startTransition(() => void hydrateRoot(document, <RouterClient router={router} />));

  router.subscribe('onBeforeNavigate', (change) => {
    const { activeElement } = document;
    if (change.fromLocation && change.hrefChanged)
      void import('./arrivals.ts').then(({ arrive }) => arrive(router, change, activeElement));
  });
});

addEventListener('unhandledrejection', (event) => {
  if (isSkippedTransition(event.reason)) event.preventDefault();
});
