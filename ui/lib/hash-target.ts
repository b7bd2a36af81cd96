import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Brings the hash's target into view once it is there: while its data are fetched, the browser
 * looks too early.
 */
export function useHashTarget(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isThere, hash]);
}
