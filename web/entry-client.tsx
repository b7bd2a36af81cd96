import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { fetchApi } from './fetch-api.ts';
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

  // On a slow line the first page went without the fonts (`faceLoader` in the server's renderer); the next one is laid out again anyway.
  router.subscribe('onBeforeRouteMount', ({ pathChanged }) => {
    if (pathChanged) document.getElementById('faces')?.removeAttribute('media');
  });
});

// A page change during another one skips the other's transition; that rejection is no error.
addEventListener('unhandledrejection', (event) => {
  if (/transition/i.test(event.reason?.message)) event.preventDefault();
});
