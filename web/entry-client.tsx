import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { fetchApi } from './lib/api.ts';
import { makeRouter } from './router.tsx';
import './styles.css';

hydrateRoot(document, <RouterClient router={makeRouter({ api: fetchApi, origin: location.origin })} />);

// A page change that overtakes another one skips the other's transition, which nobody needs to hear of.
addEventListener('unhandledrejection', (event) => {
  if (/transition/i.test(event.reason?.message)) event.preventDefault();
});
