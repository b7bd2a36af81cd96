import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Brings into view what the URL's hash names once it is there: where its data are fetched, the browser has looked for it too early. */
export function useHashTarget(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isThere, hash]);
}
