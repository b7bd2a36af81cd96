import { useEffect, useState } from 'react';
import { type Screen, screenNow } from './screen-scale.ts';

/** At the browser's current zoom. */
export function useScreen(): Screen {
  const [now, setNow] = useState(screenNow);
  useEffect(() => {
    const look = () => setNow(screenNow());
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  return now;
}
