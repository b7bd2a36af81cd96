import { useEffect, useState } from 'react';
import { readScale, screenNow } from './screen-scale.ts';

type TrueScale = NonNullable<ReturnType<typeof readScale>>;

export const isCalibrated = (): boolean => readScale(screenNow()) !== null;

/**
 * At the browser's current zoom.
 * @param times counts calibrations: after one the scale is read again.
 */
export function useTrueScale(isWanted: boolean, times: number): TrueScale | null {
  const [found, setFound] = useState<TrueScale | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a calibration changes what is stored
  useEffect(() => {
    const look = () => setFound(isWanted ? readScale(screenNow()) : null);
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [isWanted, times]);
  return found;
}
