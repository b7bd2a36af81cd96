import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { fetchApi } from './lib/api.ts';
import { makeRouter } from './router.tsx';
import './styles.css';

hydrateRoot(document, <RouterClient router={makeRouter({ api: fetchApi, origin: location.origin })} />);
