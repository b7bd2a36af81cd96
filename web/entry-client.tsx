import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { fetchApi } from './fetch-api.ts';
import { isSkippedTransition } from './lib/skipped-transition.ts';
import { makeRouter } from './router.tsx';
import './styles.css';

const MADE_FOR_MACHINES = '[property],[name^=twitter],[content^=max-image],[type$="ld+json"]';

// In a task of its own: evaluating the modules has taken a phone's processor for a tenth of a second already.
setTimeout(() => {
  const router = makeRouter({ api: fetchApi, origin: location.origin });
  // As a transition it yields every few milliseconds, so scrolling and pressing stay smooth.
  startTransition(() => void hydrateRoot(document, <RouterClient router={router} />));

  // The server's tags for crawlers describe the page that was requested, and no other.
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) for (const tag of document.querySelectorAll(MADE_FOR_MACHINES)) tag.remove();
  });
});

addEventListener('unhandledrejection', (event) => {
  if (isSkippedTransition(event.reason)) event.preventDefault();
});
